/* The stages of one pipeline of a free command: the only program that runs free commands, and no shell.
 *
 * The host has parsed and judged the command; it sends what to start, word by word, on standard input. Nothing here reads
 * shell text. Little-endian numbers; a text is a u32 length and its bytes.
 *
 *   u32 pipefail, u32 mask, u64 file_bytes, u32 stages, and for each stage
 *   u32 kind, u32 words, {text} per word, u32 redirections, {u32 fd, u32 kind, text} per redirection
 *
 * A stage executes its words (EXECUTE; VERSION: in the root folder, since some programs read files where they are
 * started before they say their version), or writes to its standard output the paths that match its words as patterns, NUL
 * after each (MATCH), or the real path of the folder that its one word names (FOLDER). A redirection opens the file of its
 * text (READ, WRITE, APPEND), gives the text itself (DATA), copies the descriptor that its text names (COPY), or sends the
 * output back to the host (CAPTURE). Programs are looked for in PATH; a program's path never comes from the agent.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXECUTE, MATCH, FOLDER, VERSION };
enum { READ, WRITE, APPEND, DATA, COPY, CAPTURE };
enum { CAPTURE_FD = 250, STAGES_MAX = 64, NOT_FOUND = 127, NOT_EXECUTABLE = 126 };

struct text { char *at; uint32_t size; };
struct redirection { uint32_t fd, kind; struct text text; };
struct stage { uint32_t kind, words, redirections; char **word; struct redirection *redirection; };

static char *plan_at, *plan_end;

static void fail(const char *what) {
    dprintf(2, "r3gym: %s: %s\n", what, strerror(errno));
    _exit(NOT_EXECUTABLE);
}

static void *need(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p) fail("out of memory");
    return p;
}

static void read_plan(void) {
    size_t size = 0, room = 1 << 16;
    char *plan = need(room);
    for (ssize_t n; (n = read(0, plan + size, room - size)) != 0;) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail("plan");
        size += (size_t)n;
        if (size == room && !(plan = realloc(plan, room *= 2))) fail("out of memory");
    }
    plan_at = plan, plan_end = plan + size;
}

static void take(void *to, size_t size) {
    if ((size_t)(plan_end - plan_at) < size) errno = EPROTO, fail("plan");
    memcpy(to, plan_at, size), plan_at += size;
}

static uint32_t take_u32(void) {
    uint32_t v;
    take(&v, sizeof v);
    return v;
}

static struct text take_text(void) {
    struct text t;
    t.size = take_u32();
    t.at = need(t.size + 1u);
    take(t.at, t.size), t.at[t.size] = 0;
    return t;
}

static struct stage take_stage(void) {
    struct stage s = {.kind = take_u32(), .words = take_u32()};
    if (s.words > (size_t)(plan_end - plan_at) / 4) errno = EPROTO, fail("plan");
    s.word = need((s.words + 1u) * sizeof *s.word);
    for (uint32_t i = 0; i < s.words; i++) s.word[i] = take_text().at;
    s.word[s.words] = NULL;
    s.redirections = take_u32();
    if (s.redirections > (size_t)(plan_end - plan_at) / 12) errno = EPROTO, fail("plan");
    s.redirection = need(s.redirections * sizeof *s.redirection);
    for (uint32_t i = 0; i < s.redirections; i++) {
        uint32_t fd = take_u32(), kind = take_u32();
        s.redirection[i] = (struct redirection){fd, kind, take_text()};
    }
    return s;
}

static void complain(const char *what, int error) { dprintf(2, "bash: %s: %s\n", what, strerror(error)); }

static int data_file(struct text t) {
    int fd = memfd_create("data", MFD_CLOEXEC);
    for (size_t done = 0; fd >= 0 && done < t.size;) {
        ssize_t n = write(fd, t.at + done, t.size - done);
        if (n < 0) fail("data");
        done += (size_t)n;
    }
    if (fd >= 0) lseek(fd, 0, SEEK_SET);
    return fd;
}

static int opened(struct redirection *r) {
    static const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_APPEND};
    if (r->kind <= APPEND) return open(r->text.at, flags[r->kind] | O_CLOEXEC, 0666);
    if (r->kind == DATA) return data_file(r->text);
    return fcntl(r->kind == CAPTURE ? CAPTURE_FD : atoi(r->text.at), F_DUPFD_CLOEXEC, 10);
}

static void redirect(struct stage *s) {
    for (uint32_t i = 0; i < s->redirections; i++) {
        struct redirection *r = &s->redirection[i];
        int fd = opened(r);
        if (fd < 0 || dup2(fd, (int)r->fd) < 0) complain(r->kind == DATA ? "data" : r->text.at, errno), _exit(1);
        close(fd);
    }
}

static int match(struct stage *s) {
    for (uint32_t i = 0; i < s->words; i++) {
        glob_t found;
        if (glob(s->word[i], 0, NULL, &found)) continue; /* no match: the host keeps the word as it is */
        for (size_t n = 0; n < found.gl_pathc; n++)
            if (write(1, found.gl_pathv[n], strlen(found.gl_pathv[n]) + 1) < 0) return 1;
        globfree(&found);
    }
    return 0;
}

static int folder(struct stage *s) {
    char path[PATH_MAX];
    const char *to = s->words ? s->word[0] : "/app";
    if (chdir(to) || !getcwd(path, sizeof path)) return dprintf(2, "bash: cd: %s: %s\n", to, strerror(errno)), 1;
    return write(1, path, strlen(path)) < 0;
}

/* Where a program lies: the first file of that name (no path) in PATH that may be executed. */
static const char *look_up(const char *name) {
    static char path[PATH_MAX];
    if (strchr(name, '/')) return NULL;
    for (const char *at = getenv("PATH"); at && *at;) {
        int size = (int)strcspn(at, ":");
        struct stat s;
        if (snprintf(path, sizeof path, "%.*s/%s", size, at, name) < (int)sizeof path && !stat(path, &s) && (s.st_mode & 0111))
            return path;
        at += size + (at[size] == ':');
    }
    return NULL;
}

/* Runs in a process of its own; does not return. */
static void perform(struct stage *s) {
    redirect(s);
    if (s->kind == MATCH || s->kind == FOLDER) _exit(s->kind == MATCH ? match(s) : folder(s));
    if (s->kind == VERSION && chdir("/")) fail("chdir");
    close(CAPTURE_FD);
    extern char **environ;
    const char *path = look_up(s->word[0]);
    if (!path) dprintf(2, "bash: %s: command not found\n", s->word[0]), _exit(NOT_FOUND);
    execve(path, s->word, environ); /* not execvp, which would hand a text file to a shell */
    complain(s->word[0], errno), _exit(NOT_EXECUTABLE);
}

static int status_of(pid_t pid) {
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return NOT_EXECUTABLE;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(void) {
    read_plan();
    uint32_t pipefail = take_u32(), mask = take_u32();
    uint64_t bytes;
    take(&bytes, sizeof bytes);
    uint32_t count = take_u32();
    if (!count || count > STAGES_MAX) errno = EPROTO, fail("plan");
    struct rlimit file = {bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &file);
    umask((mode_t)mask);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC), input = null;
    pid_t pids[STAGES_MAX];
    for (uint32_t i = 0; i < count; i++) {
        struct stage s = take_stage();
        int last = i + 1 == count, ends[2] = {-1, -1};
        if (!last && pipe2(ends, O_CLOEXEC)) fail("pipe");
        if ((pids[i] = count == 1 ? 0 : fork()) < 0) fail("fork"); /* a lone program needs no process besides */
        if (!pids[i]) {
            dup2(input, 0);
            if (!last) dup2(ends[1], 1);
            perform(&s);
        }
        if (input != null) close(input);
        close(ends[1]), input = ends[0];
    }
    int result = 0;
    for (uint32_t i = 0; i < count; i++) {
        int status = status_of(pids[i]);
        if (i + 1 == count ? status || !pipefail : pipefail && status) result = status;
    }
    return result;
}
