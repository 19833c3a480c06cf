/* The launcher: the last steps on the host before bubblewrap takes over, in the process that becomes bubblewrap.
 *
 *   launch [--cgroup PROCS_FILE]... [--uid U --gid G] [--cpus N]
 *          [--noexec FOLDER]... [--executable FILE]... [--replace WITH FILE]... -- PROGRAM ARGUMENTS...
 *
 * It joins the control groups, gives up root for good, and pins itself to N CPUs, in this order. With --noexec it also
 * makes a mount namespace (inside a user namespace, so that no privilege is needed) in which nothing below the folders
 * can be executed or mapped for execution, except the named files. Bubblewrap, started in there, copies these mounts
 * into its sandbox, where the kernel has locked the flag: that is the passive view.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/mount.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int mount(const char *, const char *, const char *, unsigned long, const void *); /* <sys/mount.h> clashes on old glibc */
enum { BIND = 4096, RECURSIVE = 16384, PRIVATE = 1 << 18 };
#ifndef MOUNT_ATTR_NOEXEC
#define MOUNT_ATTR_NOEXEC 8
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

static void fail(const char *what, const char *on) {
    dprintf(2, "launch: %s %s: %s\n", what, on, strerror(errno));
    _exit(71);
}

static void put(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, text, strlen(text)) < 0) fail("cannot write", path);
    close(fd);
}

static void set_noexec(const char *path, int on) {
    uint64_t attr[4] = {on ? MOUNT_ATTR_NOEXEC : 0, on ? 0 : MOUNT_ATTR_NOEXEC, 0, 0};
    if (syscall(SYS_mount_setattr, AT_FDCWD, path, on ? 0x8000 /* AT_RECURSIVE */ : 0, attr, sizeof attr))
        fail("cannot change the exec flag of", path);
}

static void private_mounts(void) {
    char map[64];
    unsigned uid = getuid(), gid = getgid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS)) fail("cannot make", "a user and mount namespace");
    put("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "%u %u 1", uid, uid), put("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "%u %u 1", gid, gid), put("/proc/self/gid_map", map);
    if (mount(NULL, "/", NULL, PRIVATE | RECURSIVE, NULL)) fail("cannot make private", "/");
}

static void pin(int cpus) {
    cpu_set_t have, want;
    CPU_ZERO(&want);
    if (sched_getaffinity(0, sizeof have, &have)) fail("cannot read", "the CPU affinity");
    int total = CPU_COUNT(&have), skip = total > cpus ? getpid() % total : 0;
    for (int round = 0; round < 2; round++) /* start at some CPU, so that workspaces spread over all of them */
        for (int c = 0; c < CPU_SETSIZE && CPU_COUNT(&want) < cpus; c++)
            if (CPU_ISSET(c, &have) && skip-- <= 0) CPU_SET(c, &want);
    if (sched_setaffinity(0, sizeof want, &want)) fail("cannot set", "the CPU affinity");
}

int main(int argc, char **argv) {
    long uid = -1, gid = -1, cpus = 0;
    int i, isolated = 0;
    for (i = 1; i + 1 < argc && strcmp(argv[i], "--"); i += 2) {
        if (!strcmp(argv[i], "--cgroup")) put(argv[i + 1], "0");
        else if (!strcmp(argv[i], "--uid")) uid = atol(argv[i + 1]);
        else if (!strcmp(argv[i], "--gid")) gid = atol(argv[i + 1]);
        else if (!strcmp(argv[i], "--cpus")) cpus = atol(argv[i + 1]);
        else if (!strcmp(argv[i], "--replace")) i++;
    }
    if (i + 1 >= argc) errno = EINVAL, fail("no program", "given");
    if (uid >= 0) {
        if (setgroups(0, NULL) || setresgid((gid_t)gid, (gid_t)gid, (gid_t)gid) || setresuid((uid_t)uid, (uid_t)uid, (uid_t)uid))
            fail("cannot become", "the sandbox user");
        prctl(PR_SET_DUMPABLE, 1); /* the change of user cleared it, and with it our right to /proc/self */
    }
    if (cpus > 0) pin((int)cpus);
    for (i = 1; strcmp(argv[i], "--"); i += 2) {
        if (!isolated && (!strcmp(argv[i], "--noexec"))) private_mounts(), isolated = 1;
        if (!strcmp(argv[i], "--noexec")) {
            if (mount(argv[i + 1], argv[i + 1], NULL, BIND | RECURSIVE, NULL)) fail("cannot bind", argv[i + 1]);
            set_noexec(argv[i + 1], 1);
        } else if (!strcmp(argv[i], "--executable")) {
            if (mount(argv[i + 1], argv[i + 1], NULL, BIND, NULL)) fail("cannot bind", argv[i + 1]);
            set_noexec(argv[i + 1], 0);
        } else if (!strcmp(argv[i], "--replace")) {
            if (mount(argv[i + 1], argv[i + 2], NULL, BIND, NULL)) fail("cannot bind", argv[i + 2]);
            i++;
        }
    }
    execv(argv[i + 1], argv + i + 1);
    fail("cannot execute", argv[i + 1]);
}
