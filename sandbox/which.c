/* `which` for the passive view, where nothing but the passive tools may be executed: it looks at the mode bits of the
 * files on PATH instead of asking the kernel, so that it answers what is true in the main view. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int found(const char *path) {
    struct stat s;
    return !stat(path, &s) && S_ISREG(s.st_mode) && (s.st_mode & 0111) && puts(path) >= 0;
}

int main(int argc, char **argv) {
    int all = argc > 1 && !strcmp(argv[1], "-a"), missing = 0;
    const char *search = getenv("PATH");
    if (!search) search = "/usr/bin";
    for (int i = 1 + all; i < argc; i++) {
        int hits = strchr(argv[i], '/') ? found(argv[i]) : 0;
        for (const char *at = search, *end; !strchr(argv[i], '/') && at && (all || !hits); at = *end ? end + 1 : NULL) {
            char path[4096];
            end = strchr(at, ':');
            if (!end) end = at + strlen(at);
            int n = snprintf(path, sizeof path, "%.*s/%s", (int)(end - at), end == at ? "." : at, argv[i]);
            if (n > 0 && n < (int)sizeof path) hits += found(path);
        }
        missing |= !hits;
    }
    return argc < 2 ? 1 : missing;
}
