/* The seal of a judged program, part of the supervisor: what it must not leave for the next program of its sandbox, nor
 * read of an earlier one, beyond what every command is refused already.
 *
 * The kernel keeps accounts that outlive a process: the supervisor's page faults and CPU time of ended children in /proc/1,
 * the time at which /dev/pts was read, counters and closing connections of the network, sequence numbers of System V
 * objects. So a sealed program reads nothing below /proc and /dev/pts (Landlock, where the kernel has it), and makes no
 * sockets and no System V or POSIX objects (seccomp). Nor can it change the priority, limits or CPUs of the supervisor,
 * which has the same user, and from which the next program would inherit them. It can still reopen its own streams as
 * /dev/stdin and the like.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/stat.h>

enum { SEAL = 65536 }; /* stands among the limits of a request X, with any value */
enum { LL_CREATE = 444, LL_ADD = 445, LL_RESTRICT = 446, LL_READ_FILE = 4, LL_READ_DIR = 8 };

static int seal_rules = -1;

static void seal_allow(const char *folder, const char *name) {
    char path[512];
    struct stat s;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path || lstat(path, &s) || S_ISLNK(s.st_mode)) return;
    struct { uint64_t access; int32_t fd; } __attribute__((packed)) rule = {LL_READ_FILE | (S_ISDIR(s.st_mode) ? LL_READ_DIR : 0), open(path, O_PATH | O_CLOEXEC)};
    if (rule.fd < 0) return;
    syscall(LL_ADD, seal_rules, 1 /* beneath a path */, &rule, 0);
    close(rule.fd);
}

static void seal_allow_all(const char *folder, const char *but, const char *nor) {
    DIR *list = opendir(*folder ? folder : "/");
    for (struct dirent *e; list && (e = readdir(list));)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && strcmp(e->d_name, but) && strcmp(e->d_name, nor)) seal_allow(folder, e->d_name);
    if (list) closedir(list);
}

/* Once, at the first sealed program: the rules hold for paths, whatever is in the folders later. */
static void seal_prepare(void) {
    uint64_t handled = LL_READ_FILE | LL_READ_DIR;
    static int done;
    if (done++ || (seal_rules = (int)syscall(LL_CREATE, &handled, sizeof handled, 0)) < 0) return;
    fcntl(seal_rules, F_SETFD, FD_CLOEXEC);
    seal_allow_all("", "proc", "dev"), seal_allow_all("/dev", "pts", "ptmx");
}

/* In the child, after everything that the supervisor itself does there. */
static int seal(void) {
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE_IF(call, argument, value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4), LOAD(args[argument]), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES), LOAD(nr)
    static struct sock_filter code[] = {
        LOAD(nr), /* the architecture is checked before us; of an argument the low half is first, and that is all of an int */
        REFUSE(SYS_socket), REFUSE(SYS_shmget), REFUSE(SYS_semget), REFUSE(SYS_msgget), REFUSE(SYS_mq_open),
        REFUSE_IF(SYS_prlimit64, 0, 1), REFUSE_IF(SYS_sched_setaffinity, 0, 1), REFUSE_IF(SYS_sched_setparam, 0, 1),
        REFUSE_IF(SYS_sched_setscheduler, 0, 1), REFUSE_IF(SYS_sched_setattr, 0, 1),
        REFUSE_IF(SYS_setpriority, 1, 1), REFUSE_IF(SYS_setpriority, 0, PRIO_PGRP), REFUSE_IF(SYS_setpriority, 0, PRIO_USER),
        REFUSE_IF(SYS_ioprio_set, 1, 1), REFUSE_IF(SYS_ioprio_set, 0, 2 /* group */), REFUSE_IF(SYS_ioprio_set, 0, 3 /* user */),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    static struct sock_fprog program = {sizeof code / sizeof *code, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
    if (seal_rules >= 0 && syscall(LL_RESTRICT, seal_rules, 0)) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* How many process numbers were given out after this one: the next program must not see that its own has moved. */
static uint64_t pids_after(pid_t first) {
    char text[128], *last;
    slurp("", "loadavg", text, sizeof text);
    if (!(last = strrchr(text, ' '))) return 1;
    long pid = strtol(last, NULL, 10);
    return first > 0 && pid >= first ? (uint64_t)(pid - first) : 1;
}
