/* What a command's process tree uses, part of the supervisor: CPU time from the control group or from /proc, memory where
 * no control group counts it, and the traces that a program can leave in the kernel.
 */
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

static int cpu_fd = -1; /* the group's account of CPU time, where there is one */
static uint64_t watch_memory;

static uint64_t cgroup_cpu_us(void) { /* v1 cpuacct.usage: nanoseconds; v2 cpu.stat: "usage_usec N" */
    char text[256];
    ssize_t n = pread(cpu_fd, text, sizeof text - 1, 0);
    if (n <= 0) return 0;
    text[n] = 0;
    if (!strncmp(text, "usage_usec ", 11)) return strtoull(text + 11, NULL, 10);
    return strtoull(text, NULL, 10) / 1000;
}

static uint64_t rusage_cpu_us(int whose) {
    struct rusage u;
    getrusage(whose, &u);
    return (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000 + (uint64_t)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* CPU time of commands since the sandbox began: of the whole group without ourselves, or of the processes reaped. */
static uint64_t commands_cpu_us(void) {
    if (cpu_fd < 0) return rusage_cpu_us(RUSAGE_CHILDREN);
    uint64_t all = cgroup_cpu_us(), own = rusage_cpu_us(RUSAGE_SELF);
    return all > own ? all - own : 0;
}

static uint64_t since(uint64_t base, uint64_t now) { return now > base ? now - base : 0; }

static size_t slurp(const char *pid, const char *leaf, char *to, size_t size) {
    char name[320];
    snprintf(name, sizeof name, "/proc/%s/%s", pid, leaf);
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, to, size - 1);
    if (fd >= 0) close(fd);
    to[n > 0 ? n : 0] = 0;
    return n > 0 ? (size_t)n : 0;
}

static uint64_t field_kb(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static void add_process(const char *pid, uint64_t *cpu_us, uint64_t *memory, int fair) {
    char text[4096];
    if (slurp(pid, "stat", text, sizeof text)) {
        unsigned long long t[4] = {0};
        char *after = strrchr(text, ')'); /* the name before it is the agent's to choose */
        if (after)
            sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", t, t + 1, t + 2, t + 3);
        *cpu_us += (t[0] + t[1] + t[2] + t[3]) * 1000000ull / (unsigned long long)sysconf(_SC_CLK_TCK);
    }
    if (!watch_memory) return;
    /* Pages shared by a fork count once in Pss but once per process in Rss; Pss is slow and can be hidden. */
    if (fair && slurp(pid, "smaps_rollup", text, sizeof text))
        *memory += 1024 * (field_kb(text, "Pss_Anon:") + field_kb(text, "Pss_Shmem:"));
    else if (slurp(pid, "status", text, sizeof text))
        *memory += 1024 * (field_kb(text, "RssAnon:") + field_kb(text, "RssShmem:"));
}

static void add_children(const char *pid, uint64_t *cpu_us, uint64_t *memory, int depth) {
    char leaf[64], list[4096], *state = NULL;
    snprintf(leaf, sizeof leaf, "task/%s/children", pid);
    slurp(pid, leaf, list, sizeof list);
    for (char *child = strtok_r(list, " ", &state); child && depth < 64; child = strtok_r(NULL, " ", &state)) {
        add_process(child, cpu_us, memory, 0);
        add_children(child, cpu_us, memory, depth + 1);
    }
}

/* Sum over the live processes of this PID namespace, or, where that is not ours alone, over our descendants; only used
 * where no cgroup does it for us. */
static void scan_tree(uint64_t *cpu_us, uint64_t *memory, int fair) {
    char own[16];
    *cpu_us = *memory = 0;
    if (!own_all) {
        snprintf(own, sizeof own, "%d", (int)getpid());
        add_children(own, cpu_us, memory, 0);
        return;
    }
    DIR *proc = opendir("/proc");
    if (!proc) return;
    for (struct dirent *e; (e = readdir(proc));)
        if (e->d_name[0] >= '0' && e->d_name[0] <= '9' && atoi(e->d_name) != getpid())
            add_process(e->d_name, cpu_us, memory, fair);
    closedir(proc);
}

/* System V objects outlive their processes: what one program leaves there, the next one must not find. */
static void forget_ipc(void) {
    struct shm_info memory;
    struct seminfo semaphores;
    struct msginfo messages;
    struct shmid_ds m;
    struct semid_ds s;
    struct msqid_ds q;
    int last = shmctl(0, SHM_INFO, (struct shmid_ds *)&memory);
    for (int i = 0, id; last >= 0 && memory.used_ids && i <= last; i++)
        if ((id = shmctl(i, SHM_STAT, &m)) >= 0) shmctl(id, IPC_RMID, NULL);
    last = semctl(0, 0, SEM_INFO, &semaphores);
    for (int i = 0, id; last >= 0 && semaphores.semusz && i <= last; i++)
        if ((id = semctl(i, 0, SEM_STAT, &s)) >= 0) semctl(id, 0, IPC_RMID);
    last = msgctl(0, MSG_INFO, (struct msqid_ds *)&messages);
    for (int i = 0, id; last >= 0 && messages.msgpool && i <= last; i++)
        if ((id = msgctl(i, MSG_STAT, &q)) >= 0) msgctl(id, IPC_RMID, NULL);
}
