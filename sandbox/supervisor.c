/* The supervisor: the one process of ours inside a sandbox (PID 1 there under bubblewrap and docker).
 *
 * Its standard input and output are one unix socket: requests come in, answers go out, and with a request X come
 * descriptors. A frame is a little-endian u32 length and that many bytes; a text is a u32 length and its bytes; numbers
 * are little-endian.
 *
 *   it says first  'H' u32 version, u32 pid
 *   request        'R' u32 wall_ms, u32 cpu_ms (0: no bound), u32 output_bytes, u32 argc,
 *                      text cwd, text environment (NUL after each), text arguments (NUL after each), text stdin
 *   request        'X' u32 wall_ms, u32 cpu_ms, u32 argc, u32 limits, {u32 resource, u64 value} per limit,
 *                      text cwd, text environment, text arguments; descriptors: standard input, output and error (without
 *                      the third: /dev/null); a limit with the resource SEAL seals the program (seal.h)
 *   request        'K' kill the command that is running (ignored when none is)
 *   answer         'R' i32 exit_code, u32 flags, u64 wall_us, u64 cpu_us, u64 output_total,
 *                      text head, text tail, text state (what the command wrote to fd STATE_FD); all empty after X,
 *                      where output_total is how many processes and threads the program made
 *
 * It keeps no state between commands: directory and environment come with each request, and what the shell says about
 * itself at the end goes back as `state`. When the command's first process has ended, whatever it left running gets
 * GRACE_MS to finish (after X: nothing) and is then killed; at a time-out, a kill or the end of input everything is
 * killed at once. X executes a program itself, looked up in the PATH of its environment, with the descriptors it came
 * with: whoever sent them reads and writes the other ends.
 *
 * It trusts nothing inside: it cannot be dumped or traced (its descriptors are out of reach of pidfd_getfd and /proc),
 * every descriptor is close-on-exec, and as PID 1 of its namespace it is immune to the signals of its children.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { VERSION = 2, STATE_FD = 250, STATE_MAX = 512 * 1024, GRACE_MS = 100, TICK_MS = 20, REAP_MS = 10000 };
enum { TIMED_OUT = 1, CPU_OUT = 2, KILLED = 4, MEMORY_OUT = 8, NOT_STARTED = 16, STUCK = 32 };
static const uint32_t FRAME_MAX = 1u << 30;

static int request_fd, answer_fd, child_signals, shell_fd = -1;
static int own_all; /* every other process of this PID namespace is ours to kill */
static int given[3], given_count; /* the descriptors that came with the last frame */

struct text { char *at; uint32_t size; };
struct request { uint32_t wall_ms, cpu_ms, output_bytes, argc, limits; struct text cwd, environment, arguments, input; char *limit; int direct, fds[3]; };
struct output { char *head, *tail; size_t head_size, tail_size, half; uint64_t total; };

#include "usage.h"
#include "seal.h"

static uint64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void fail(const char *what) {
    dprintf(2, "supervisor: %s: %s\n", what, strerror(errno));
    _exit(70);
}

static void *need(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p) fail("out of memory");
    return p;
}

/* ---------------------------------------------------------------- killing and reaping */

static void kill_others(void) {
    if (own_all) {
        kill(-1, SIGKILL); /* in a PID namespace this is atomic against fork: nothing slips through */
        return;
    }
    char name[64], list[65536];
    snprintf(name, sizeof name, "/proc/self/task/%d/children", (int)syscall(SYS_gettid));
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, list, sizeof list - 1);
    if (fd >= 0) close(fd);
    list[n > 0 ? n : 0] = 0;
    for (char *at = list, *end; *at; at = end) { /* their orphans come to us (subreaper) and go in the next round */
        long pid = strtol(at, &end, 10);
        if (end == at) break;
        if (pid > 1) kill((pid_t)pid, SIGKILL);
    }
}

/* Reap what has ended. Returns 0 when no child is left. */
static int reap(pid_t first, int *first_ended, int *status) {
    for (;;) {
        int s;
        pid_t p = waitpid(-1, &s, WNOHANG);
        if (p == 0) return 1;
        if (p < 0) return 0;
        if (p == first) *first_ended = 1, *status = s;
    }
}

static int kill_everything(pid_t first, int *first_ended, int *status) {
    uint64_t give_up = now_us() + REAP_MS * 1000ull;
    for (;;) {
        kill_others();
        if (!reap(first, first_ended, status)) return 0;
        if (now_us() > give_up) return -1; /* a process stuck in the kernel */
        struct pollfd p = {child_signals, POLLIN, 0};
        struct signalfd_siginfo drop;
        if (poll(&p, 1, own_all ? 20 : 2) > 0 && read(child_signals, &drop, sizeof drop) < 0) continue;
    }
}

/* ---------------------------------------------------------------- frames */

static ssize_t receive(void *to, size_t size) {
    union { char raw[CMSG_SPACE(sizeof given)]; struct cmsghdr align; } control;
    struct iovec part = {to, size};
    struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.raw, .msg_controllen = sizeof control.raw};
    ssize_t n = recvmsg(request_fd, &m, MSG_CMSG_CLOEXEC);
    for (struct cmsghdr *c = n > 0 ? CMSG_FIRSTHDR(&m) : NULL; c; c = CMSG_NXTHDR(&m, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
            given_count = (int)((c->cmsg_len - CMSG_LEN(0)) / sizeof *given);
            memcpy(given, CMSG_DATA(c), (size_t)given_count * sizeof *given);
        }
    return n;
}

static int read_all(void *to, size_t size) {
    for (char *at = to; size;) {
        ssize_t n = receive(at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return -1;
        at += n, size -= (size_t)n;
    }
    return 0;
}

static void write_all(const void *from, size_t size) {
    for (const char *at = from; size;) {
        ssize_t n = write(answer_fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(0); /* the host is gone, and with PID 1 goes everything in here */
        at += n, size -= (size_t)n;
    }
}

static void leave(void) {
    int ended, status;
    kill_everything(0, &ended, &status);
    _exit(0);
}

static char *read_frame(uint32_t *size) {
    if (read_all(size, 4)) leave();
    if (*size == 0 || *size > FRAME_MAX) errno = EPROTO, fail("frame size");
    char *frame = need(*size + 1u);
    if (read_all(frame, *size)) leave();
    frame[*size] = 0;
    return frame;
}

static uint32_t take_u32(char **at, char *end) {
    uint32_t v;
    if (end - *at < 4) errno = EPROTO, fail("short request");
    memcpy(&v, *at, 4);
    *at += 4;
    return v;
}

static struct text take_text(char **at, char *end) {
    struct text t;
    t.size = take_u32(at, end);
    if ((size_t)(end - *at) < t.size) errno = EPROTO, fail("short text in request");
    t.at = *at;
    *at += t.size;
    return t;
}

static struct request parse(char *frame, uint32_t size) {
    char *at = frame + 1, *end = frame + size;
    struct request r = {.direct = frame[0] == 'X'};
    r.wall_ms = take_u32(&at, end);
    r.cpu_ms = take_u32(&at, end);
    if (!r.direct) r.output_bytes = take_u32(&at, end);
    r.argc = take_u32(&at, end);
    if (r.direct) {
        r.limits = take_u32(&at, end), r.limit = at;
        if ((size_t)(end - at) / 12 < r.limits || given_count < 2) errno = EPROTO, fail("limits or descriptors of a request");
        if (given_count == 2) given[2] = open("/dev/null", O_WRONLY | O_CLOEXEC);
        memcpy(r.fds, given, sizeof r.fds), at += 12 * r.limits, given_count = 0;
    }
    r.cwd = take_text(&at, end);
    r.environment = take_text(&at, end);
    r.arguments = take_text(&at, end);
    if (!r.direct) r.input = take_text(&at, end);
    return r;
}

/* ---------------------------------------------------------------- one command */

struct launch { struct request *r; char *program, **argv, **envp; int in, out, err, state; };

static int lower(int which, rlim_t value) { /* a limit can be set to anything below what it is */
    struct rlimit old, new = {value, value};
    if (getrlimit((__rlimit_resource_t)which, &old)) return -1;
    if (old.rlim_max != RLIM_INFINITY && old.rlim_max < value) new.rlim_cur = new.rlim_max = old.rlim_max;
    if (which == RLIMIT_STACK) new.rlim_max = old.rlim_max; /* programs ask for more, and die where they are refused */
    return setrlimit((__rlimit_resource_t)which, &new);
}

__attribute__((noreturn, noinline)) static void become(struct launch *l, volatile int *error) {
    sigset_t none;
    int sealed = 0;
    setsid();
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int adj = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); /* the kernel shall take them before us */
    if (adj >= 0 && write(adj, "500", 3) < 0) *error = 0;
    if (l->r->cpu_ms) { /* a backstop in the kernel for one process; the tree is watched by us */
        struct rlimit cpu = {l->r->cpu_ms / 1000 + 2, l->r->cpu_ms / 1000 + 2};
        setrlimit(RLIMIT_CPU, &cpu);
    }
    for (uint32_t i = 0; i < l->r->limits; i++) {
        uint32_t which;
        uint64_t value;
        memcpy(&which, l->r->limit + 12 * i, 4), memcpy(&value, l->r->limit + 12 * i + 4, 8);
        if (which == SEAL) sealed = 1;
        else if (lower((int)which, (rlim_t)value)) *error = errno, _exit(126);
    }
    if (chdir(l->r->cwd.at) && chdir("/app") && chdir("/")) *error = errno;
    if (dup2(l->in, 0) < 0 || dup2(l->out, 1) < 0 || dup2(l->err, 2) < 0 || (l->state >= 0 && dup2(l->state, STATE_FD) < 0)) {
        *error = errno;
        _exit(126);
    }
    if (sealed && seal()) *error = errno, _exit(126);
    if (shell_fd >= 0)
        syscall(SYS_execveat, shell_fd, "", l->argv, l->envp, 0x1000 /* AT_EMPTY_PATH */);
    else
        execve(l->program, l->argv, l->envp);
    *error = errno;
    _exit(126);
}

__attribute__((noinline)) static pid_t spawn(struct launch *l, volatile int *error) {
    pid_t p = vfork(); /* no copy of page tables: as fast as the host's own subprocess */
    if (p == 0) become(l, error);
    return p;
}

/* Where a program without a folder lies: the first executable of that name in PATH. */
static char *look_up(char *name, char **envp) {
    static char path[4096];
    if (!name || strchr(name, '/')) return name;
    while (*envp && strncmp(*envp, "PATH=", 5)) envp++;
    for (const char *at = *envp ? *envp + 5 : ""; *at;) {
        int size = (int)strcspn(at, ":");
        if (snprintf(path, sizeof path, "%.*s/%s", size, at, name) < (int)sizeof path && !access(path, X_OK)) return path;
        at += size + (at[size] == ':');
    }
    return name;
}

static char **split(struct text t, size_t count) {
    char **list = need((count + 1) * sizeof *list);
    size_t n = 0;
    for (char *at = t.at, *end = t.at + t.size; at < end && n < count; at += strlen(at) + 1) list[n++] = at;
    list[n] = NULL;
    return list;
}

static void keep(struct output *o, const char *at, size_t size) {
    size_t room = o->half - o->head_size, first = size < room ? size : room;
    memcpy(o->head + o->head_size, at, first);
    o->head_size += first, o->total += size, at += first, size -= first;
    if (size > o->half) at += size - o->half, size = o->half;
    size_t over = o->tail_size + size > o->half ? o->tail_size + size - o->half : 0;
    memmove(o->tail, o->tail + over, o->tail_size - over);
    memcpy(o->tail + o->tail_size - over, at, size);
    o->tail_size += size - over;
}

static int drain(int fd, struct output *o, char *state, size_t *state_size) {
    static char chunk[65536];
    ssize_t n = read(fd, chunk, sizeof chunk);
    if (n <= 0) return n < 0 && (errno == EAGAIN || errno == EINTR);
    if (o) keep(o, chunk, (size_t)n);
    else {
        size_t fits = (size_t)n < STATE_MAX - *state_size ? (size_t)n : STATE_MAX - *state_size;
        memcpy(state + *state_size, chunk, fits);
        *state_size += fits;
    }
    return 2;
}

static void answer(int exit_code, uint32_t flags, uint64_t wall, uint64_t cpu, struct output *o, char *state, size_t state_size) {
    uint32_t sizes[3] = {(uint32_t)o->head_size, (uint32_t)o->tail_size, (uint32_t)state_size};
    uint32_t total = 1 + 4 + 4 + 8 * 3 + 4 * 3 + sizes[0] + sizes[1] + sizes[2];
    char *frame = need(total + 4u), *at = frame;
#define PUT(p, n) (memcpy(at, p, n), at += (n))
    PUT(&total, 4), PUT("R", 1), PUT(&exit_code, 4), PUT(&flags, 4), PUT(&wall, 8), PUT(&cpu, 8), PUT(&o->total, 8);
    PUT(&sizes[0], 4), PUT(o->head, sizes[0]), PUT(&sizes[1], 4), PUT(o->tail, sizes[1]);
    PUT(&sizes[2], 4), PUT(state, sizes[2]);
    write_all(frame, total + 4u);
    free(frame);
}

static void open_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC)) fail("pipe");
}

static void run(struct request *r) {
    int out[2] = {-1, -1}, st[2] = {-1, -1}, in[2] = {-1, -1}, ended = 0, status = 0, left = 1;
    uint32_t flags = 0, fed = 0;
    volatile int error = 0;
    char *state = need(r->direct ? 0 : STATE_MAX);
    size_t state_size = 0;
    struct output o = {.half = r->output_bytes / 2 + 1};
    o.head = need(o.half), o.tail = need(o.half);
    r->cwd.at[r->cwd.size] = 0; /* over the length of the next text, which has been read */
    if (r->direct) in[0] = r->fds[0], out[1] = r->fds[1];
    else {
        open_pipe(out), open_pipe(st);
        fcntl(out[0], F_SETFL, O_NONBLOCK), fcntl(st[0], F_SETFL, O_NONBLOCK);
        if (r->input.size) open_pipe(in), fcntl(in[1], F_SETFL, O_NONBLOCK);
        else in[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    size_t variables = 0;
    for (uint32_t i = 0; i < r->environment.size; i++) variables += !r->environment.at[i];
    struct launch l = {r, NULL, split(r->arguments, r->argc), split(r->environment, variables), in[0], out[1], r->direct ? r->fds[2] : out[1], st[1]};
    l.program = r->direct ? look_up(l.argv[0], l.envp) : l.argv[0];
    if (r->direct) seal_prepare();
    uint64_t cpu_base = commands_cpu_us(), start = now_us(), end_by = start + r->wall_ms * 1000ull;
    uint64_t look_at = start + TICK_MS * 1000ull, grace_by = 0;
    int watching = r->cpu_ms || watch_memory;
    pid_t first = spawn(&l, &error);
    if (first < 0) error = errno, left = 0;
    close(out[1]), close(st[1]), close(in[0]);
    if (r->direct) close(r->fds[2]);
    while (left && !(ended && r->direct)) {
        uint64_t now = now_us(), wake = ended ? grace_by : end_by;
        if (now >= wake) {
            if (!ended) flags |= TIMED_OUT;
            break;
        }
        if (watching && now >= look_at && !ended) {
            uint64_t cpu = 0, memory = 0;
            if (cpu_fd < 0 || watch_memory) scan_tree(&cpu, &memory, 0);
            if (watch_memory && memory > watch_memory) scan_tree(&cpu, &memory, 1);
            cpu = since(cpu_base, commands_cpu_us() + (cpu_fd < 0 ? cpu : 0));
            if (r->cpu_ms && cpu > r->cpu_ms * 1000ull) flags |= CPU_OUT;
            if (watch_memory && memory > watch_memory) flags |= MEMORY_OUT;
            if (flags) break;
            look_at = now_us() + TICK_MS * 1000ull;
        }
        if (watching && !ended && look_at < wake) wake = look_at;
        now = now_us();
        if (wake < now) wake = now;
        struct pollfd p[5] = {{child_signals, POLLIN, 0}, {request_fd, POLLIN, 0}, {out[0], POLLIN, 0},
                              {st[0], POLLIN, 0}, {in[1], POLLOUT, 0}};
        struct timespec wait = {(time_t)((wake - now) / 1000000), (long)((wake - now) % 1000000) * 1000};
        if (ppoll(p, 5, &wait, NULL) < 0 && errno != EINTR) fail("poll");
        if (p[2].revents && !drain(out[0], &o, NULL, NULL)) close(out[0]), out[0] = -1;
        if (p[3].revents && !drain(st[0], NULL, state, &state_size)) close(st[0]), st[0] = -1;
        if (p[4].revents) {
            ssize_t n = write(in[1], r->input.at + fed, r->input.size - fed);
            if (n > 0) fed += (uint32_t)n;
            if (fed == r->input.size || (n < 0 && errno != EAGAIN)) close(in[1]), in[1] = -1;
        }
        if (p[1].revents) {
            uint32_t size;
            char *frame = read_frame(&size);
            int stop = frame[0] == 'K';
            free(frame);
            if (stop) {
                flags |= KILLED;
                break;
            }
        }
        if (p[0].revents) {
            struct signalfd_siginfo drop;
            if (read(child_signals, &drop, sizeof drop) < 0) continue;
            int before = ended;
            left = reap(first, &ended, &status);
            if (ended && !before) grace_by = now_us() + GRACE_MS * 1000ull;
        }
    }
    uint64_t wall = now_us() - start;
    if (first > 0 && left && kill_everything(first, &ended, &status)) flags |= STUCK;
    while (out[0] >= 0 && drain(out[0], &o, NULL, NULL) == 2) {} /* writers are gone: at most a pipe full */
    while (st[0] >= 0 && drain(st[0], NULL, state, &state_size) == 2) {}
    uint64_t cpu = since(cpu_base, commands_cpu_us());
    if (r->direct && own_all) forget_ipc(), o.total = pids_after(first);
    if (r->cpu_ms && cpu > r->cpu_ms * 1000ull + 20000) flags |= CPU_OUT; /* ended between two looks */
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (error) flags |= NOT_STARTED, code = error;
    answer(code, flags, wall, cpu, &o, state, state_size);
    for (int i = 0, fds[4] = {out[0], st[0], in[1], -1}; i < 3; i++)
        if (fds[i] >= 0) close(fds[i]);
    free(l.argv), free(l.envp), free(o.head), free(o.tail), free(state);
}

/* ---------------------------------------------------------------- start */

static void limit(const char *text) { /* "NUMBER=VALUE", the kernel's number of the resource */
    char *end;
    int which = (int)strtol(text, &end, 10);
    rlim_t value = strtoull(end + (*end == '='), NULL, 10);
    if (lower(which, value)) fail("setrlimit");
}

int main(int argc, char **argv) {
    int dumpable = 0;
    own_all = getpid() == 1;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--own-all-processes")) own_all = 1;
        else if (!strcmp(argv[i], "--dumpable")) dumpable = 1; /* only for the test that shows why not */
        else if (!strcmp(argv[i], "--rlimit")) limit(value), i++;
        else if (!strcmp(argv[i], "--watch-memory")) watch_memory = strtoull(value, NULL, 10), i++;
        else if (!strcmp(argv[i], "--cpu-fd")) cpu_fd = atoi(value), i++;
        else if (!strcmp(argv[i], "--shell-fd")) shell_fd = atoi(value), i++;
        else errno = EINVAL, fail(argv[i]);
    }
    if (!dumpable && prctl(PR_SET_DUMPABLE, 0)) fail("prctl dumpable");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    request_fd = fcntl(0, F_DUPFD_CLOEXEC, 3), answer_fd = fcntl(1, F_DUPFD_CLOEXEC, 3);
    if (request_fd < 0 || answer_fd < 0) fail("standard input and output");
    if (shell_fd >= 0) shell_fd = fcntl(shell_fd, F_DUPFD_CLOEXEC, STATE_FD + 1); /* a command's report must not hide it */
    syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
    for (int fd = 3; fd < 256; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC); /* where the kernel is older than close_range */
    sigset_t set;
    sigemptyset(&set), sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    if ((child_signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK)) < 0) fail("signalfd");
    uint32_t hello[4] = {9, VERSION, (uint32_t)getpid(), 0};
    char frame[13];
    memcpy(frame, hello, 4), frame[4] = 'H', memcpy(frame + 5, hello + 1, 8);
    write_all(frame, sizeof frame);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, 0), dup2(null, 1), dup2(null, 2);
    for (;;) {
        uint32_t size;
        char *frame = read_frame(&size);
        if (frame[0] == 'R' || frame[0] == 'X') {
            struct request r = parse(frame, size);
            run(&r);
        }
        free(frame);
    }
}
