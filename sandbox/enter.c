/* The door into a container: what PID 1 there does before it becomes the supervisor.
 *
 *   enter --connect SOCKET [--cpu-file FILE]... [--filter FILE] [--keep-environment]
 *         [--passive SHELL --uid U --gid G [--executable FILE]... [--replace WITH FILE]]
 *         -- SUPERVISOR OPTIONS...
 *
 * It connects to the host's socket (the supervisor's standard input and output from then on), opens the first FILE that
 * tells the container's CPU time, installs a filter of system calls on top of the engine's own, and executes SUPERVISOR
 * with an empty environment.
 *
 * With --passive it is started as root with the right to mount, and first closes the view: every mount becomes noexec
 * except the named files, WITH takes the place of FILE, /proc shrinks to a few plain files (/proc/self/exe would be a
 * second way to the shell), and shell and supervisor stay reachable through descriptors only. Then it gives up every
 * capability and becomes user U. Nothing of the agent has run in this container before that.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

enum { FILTER_MAX = 4096, EMPTY_PATH = 0x1000, NO_NEW_PRIVILEGES = 38, CAPABILITIES = 64 };
static const char *const PROC_FILES[] = {"cpuinfo", "meminfo", "version", "loadavg", "uptime"};
/* Devices without an end: a free command could cut files of any size from them. */
static const char *const ENDLESS[] = {"/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
static const char STAGING[] = "/home"; /* an empty folder of the image */

static void fail(const char *what, const char *on) {
    dprintf(2, "enter: %s %s: %s\n", what, on, strerror(errno));
    _exit(71);
}

static void join(const char *path) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    if (strlen(path) >= sizeof to.sun_path) errno = ENAMETOOLONG, fail("cannot connect to", path);
    strcpy(to.sun_path, path);
    if (s < 0 || connect(s, (struct sockaddr *)&to, sizeof to)) fail("cannot connect to", path);
    if (dup2(s, 0) < 0 || dup2(s, 1) < 0) fail("cannot use", path);
    close(s);
}

static void install(const char *path) {
    static struct sock_filter code[FILTER_MAX];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, code, sizeof code);
    if (n <= 0 || n % (ssize_t)sizeof *code) fail("cannot read the filter", path);
    struct sock_fprog program = {(unsigned short)((size_t)n / sizeof *code), code};
    close(fd);
    if (prctl(PR_SET_SECCOMP, 2 /* filter */, &program)) fail("cannot install the filter", path);
}

/* A descriptor to FILE on a mount of its own that no path leads to: it can be executed whatever happens to the paths. */
static int keep_executable(const char *file) {
    if (mount(file, file, NULL, MS_BIND, NULL)) fail("cannot bind", file);
    int fd = open(file, O_PATH);
    if (fd < 0 || umount2(file, MNT_DETACH)) fail("cannot keep", file);
    return fd;
}

static unsigned long flags_of(const char *path) { /* a remount forgets every flag that is not said again */
    struct statvfs s;
    if (statvfs(path, &s)) return MS_NOSUID | MS_NODEV;
    return (s.f_flag & ST_RDONLY ? MS_RDONLY : 0) | (s.f_flag & ST_NOSUID ? MS_NOSUID : 0) | (s.f_flag & ST_NODEV ? MS_NODEV : 0) |
           (s.f_flag & ST_NOATIME ? MS_NOATIME : 0) | (s.f_flag & ST_NODIRATIME ? MS_NODIRATIME : 0) |
           (s.f_flag & ST_RELATIME ? MS_RELATIME : 0);
}

static void unescape(char *text) { /* mountinfo writes blanks as \040 */
    char *to = text;
    for (char *at = text; *at; to++)
        if (at[0] == '\\' && at[1] && at[2] && at[3]) *to = (char)((at[1] - '0') * 64 + (at[2] - '0') * 8 + at[3] - '0'), at += 4;
        else *to = *at++;
    *to = 0;
}

static void close_mounts(char **argv) {
    FILE *list = fopen("/proc/self/mountinfo", "re");
    char *line = NULL;
    size_t room = 0;
    if (!list) fail("cannot read", "/proc/self/mountinfo");
    while (getline(&line, &room, list) > 0) {
        char point[4096];
        if (sscanf(line, "%*s %*s %*s %*s %4095s", point) != 1) errno = EPROTO, fail("cannot read", line);
        unescape(point);
        int executable = 0;
        for (char **a = argv; strcmp(*a, "--"); a++) {
            if (!strcmp(*a, "--executable")) executable |= !strcmp(a[1], point);
            if (!strcmp(*a, "--replace")) executable |= !strcmp(a[2], point);
        }
        if (!executable && mount(NULL, point, NULL, MS_BIND | MS_REMOUNT | MS_NOEXEC | flags_of(point), NULL))
            fail("cannot close for execution", point);
    }
    free(line);
    fclose(list);
}

static void shrink_proc(void) {
    char from[64], to[64];
    if (mount("r3gym", STAGING, "tmpfs", MS_NOEXEC | MS_NOSUID | MS_NODEV, "size=64k,mode=755")) fail("cannot mount on", STAGING);
    for (size_t i = 0; i < sizeof PROC_FILES / sizeof *PROC_FILES; i++) {
        snprintf(from, sizeof from, "/proc/%s", PROC_FILES[i]), snprintf(to, sizeof to, "%s/%s", STAGING, PROC_FILES[i]);
        int fd = open(to, O_CREAT | O_WRONLY | O_CLOEXEC, 0444);
        if (fd < 0 || mount(from, to, NULL, MS_BIND, NULL)) fail("cannot bind", from);
        close(fd);
        if (mount(NULL, to, NULL, MS_BIND | MS_REMOUNT | MS_NOEXEC | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL)) fail("cannot close", to);
    }
    if (mount(STAGING, "/proc", NULL, MS_MOVE, NULL)) fail("cannot replace", "/proc");
    if (mount(NULL, "/proc", NULL, MS_REMOUNT | MS_RDONLY | MS_NOEXEC | MS_NOSUID | MS_NODEV, "size=64k,mode=755")) fail("cannot close", "/proc");
}

static void give_up_root(uid_t uid, gid_t gid) {
    for (unsigned long c = 0; c < CAPABILITIES; c++)
        if (prctl(PR_CAPBSET_DROP, c, 0, 0, 0) && errno != EINVAL) fail("cannot drop", "the capabilities");
    if (setgroups(0, NULL) && errno != EPERM) fail("cannot leave", "the groups"); /* EPERM: rootless, there are none */
    if (setresgid(gid, gid, gid) || setresuid(uid, uid, uid)) fail("cannot become", "the sandbox user");
    struct { unsigned version; int pid; } header = {0x20080522, 0};
    struct { unsigned effective, permitted, inheritable; } none[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capset, &header, none)) fail("cannot drop", "the capabilities");
}

int main(int argc, char **argv) {
    const char *filter = NULL, *shell = NULL;
    unsigned long uid = 0, gid = 0;
    int i, cpu = -1, keep = 0, shell_fd = -1, program = -1;
    for (i = 1; i < argc && strcmp(argv[i], "--"); i++) {
        if (!strcmp(argv[i], "--keep-environment")) { keep = 1; continue; } /* only for the test that shows why not */
        if (i + 1 >= argc) errno = EINVAL, fail("no value for", argv[i]);
        const char *option = argv[i++];
        if (!strcmp(option, "--connect")) join(argv[i]);
        else if (!strcmp(option, "--cpu-file")) cpu = cpu < 0 ? open(argv[i], O_RDONLY) : cpu;
        else if (!strcmp(option, "--filter")) filter = argv[i];
        else if (!strcmp(option, "--passive")) shell = argv[i];
        else if (!strcmp(option, "--uid")) uid = strtoul(argv[i], NULL, 10);
        else if (!strcmp(option, "--gid")) gid = strtoul(argv[i], NULL, 10);
        else if (!strcmp(option, "--replace")) i++;
        else if (strcmp(option, "--executable")) errno = EINVAL, fail("unknown option", option);
    }
    if (i + 1 >= argc) errno = EINVAL, fail("no program", "given");
    char **command = argv + i + 1;
    if (shell) {
        shell_fd = keep_executable(shell), program = keep_executable(command[0]);
        for (char **a = argv + 1; strcmp(*a, "--"); a++) {
            const char *from = a[1], *on = !strcmp(*a, "--replace") ? a[2] : a[1];
            if ((!strcmp(*a, "--executable") || !strcmp(*a, "--replace")) && mount(from, on, NULL, MS_BIND, NULL)) fail("cannot bind", on);
        }
        for (size_t e = 0; e < sizeof ENDLESS / sizeof *ENDLESS; e++)
            if (mount("/dev/null", ENDLESS[e], NULL, MS_BIND, NULL)) fail("cannot cover", ENDLESS[e]);
        close_mounts(argv + 1);
        shrink_proc();
        give_up_root((uid_t)uid, (gid_t)gid);
    }
    char numbers[2][16], **full = calloc((size_t)(argc - i) + 5, sizeof *full), *empty[] = {NULL};
    int n = 0;
    if (!full) fail("no memory for", "the arguments");
    full[n++] = command[0];
    if (cpu >= 0) snprintf(numbers[0], 16, "%d", cpu), full[n++] = "--cpu-fd", full[n++] = numbers[0];
    if (shell_fd >= 0) snprintf(numbers[1], 16, "%d", shell_fd), full[n++] = "--shell-fd", full[n++] = numbers[1];
    for (char **a = command + 1; *a; a++) full[n++] = *a;
    extern char **environ;
    if (filter && prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)) fail("cannot forbid", "new privileges");
    if (filter) install(filter);
    if (program < 0) execve(command[0], full, keep ? environ : empty);
    else syscall(SYS_execveat, program, "", full, keep ? environ : empty, EMPTY_PATH);
    fail("cannot execute", command[0]);
}
