/* Make one system call of a process go wrong at a stated place: preloaded into the command line by tests/faults.

   FAIL_CALL    write, fsync, rename, ftruncate or open
   FAIL_PATH    part of the path of the file; with a star, two parts in this order
   FAIL_NTH     which of these calls, from 1; with FAIL_ALWAYS=1 all from that one on
   FAIL_HOW     kill, torn (half of the bytes are written, then kill), an errno number, or clock
   FAIL_MARK    a file that is made when the fault happens
   FAIL_CLOCK   seconds by which the calendar clock jumps at that moment (with clock), not the monotonic one

   The variables are removed at the start, so that children (sandboxes, judges) are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char *call, *part, *how, *mark;
static long nth = 1, shift, jumped;
static int always;
static long seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static char *taken(const char *name) {
    char *value = getenv(name);
    value = value ? strdup(value) : NULL;
    unsetenv(name);
    return value;
}

__attribute__((constructor)) static void read_orders(void) {
    call = taken("FAIL_CALL"), part = taken("FAIL_PATH"), how = taken("FAIL_HOW"), mark = taken("FAIL_MARK");
    char *number = taken("FAIL_NTH"), *every = taken("FAIL_ALWAYS"), *seconds = taken("FAIL_CLOCK");
    if (number) nth = atol(number);
    always = every != NULL;
    if (seconds) shift = atol(seconds);
    unsetenv("LD_PRELOAD");
}

static int is_path(const char *path) {
    const char *star = strchr(part, '*');
    if (!star) return strstr(path, part) != NULL;
    char head[256];
    snprintf(head, sizeof head, "%.*s", (int)(star - part), part);
    const char *found = strstr(path, head);
    return found && strstr(found + strlen(head), star + 1);
}

/* Whether this call is the one; then the fault is marked. */
static int is_it(const char *name, const char *path) {
    if (!call || !part || strcmp(call, name) || !is_path(path)) return 0;
    pthread_mutex_lock(&lock);
    long now = ++seen;
    pthread_mutex_unlock(&lock);
    if (now < nth || (now > nth && !always)) return 0;
    if (mark) {
        int file = creat(mark, 0644);
        if (file >= 0) close(file);
    }
    return 1;
}

static const char *path_of(int file, char *room, size_t size) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, room, size - 1);
    room[length < 0 ? 0 : length] = 0;
    return room;
}

/* Do what was ordered: 0 to go on with the call, -1 when it failed. */
static int fails(void) {
    if (!strcmp(how, "clock")) {
        __atomic_store_n(&jumped, shift, __ATOMIC_SEQ_CST);
        return 0;
    }
    if (!strcmp(how, "kill")) {
        kill(getpid(), SIGKILL);
        pause();
    }
    errno = atoi(how);
    return -1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t size) {
    char room[4096];
    if (call && !strcmp(call, "write") && is_it("write", path_of(file, room, sizeof room))) {
        if (!strcmp(how, "torn")) {
            REAL(write)(file, bytes, size / 2);
            kill(getpid(), SIGKILL);
            pause();
        }
        if (fails()) return -1;
    }
    return REAL(write)(file, bytes, size);
}

int fsync(int file) {
    char room[4096];
    if (call && !strcmp(call, "fsync") && is_it("fsync", path_of(file, room, sizeof room)) && fails()) return -1;
    return REAL(fsync)(file);
}

int rename(const char *from, const char *to) {
    if (is_it("rename", to) && fails()) return -1;
    return REAL(rename)(from, to);
}

int renameat(int a, const char *from, int b, const char *to) {
    if (is_it("rename", to) && fails()) return -1;
    return REAL(renameat)(a, from, b, to);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int code = REAL(clock_gettime)(clock, now);
    if (clock == CLOCK_REALTIME) now->tv_sec += __atomic_load_n(&jumped, __ATOMIC_SEQ_CST);
    return code;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int code = REAL(gettimeofday)(now, zone);
    now->tv_sec += __atomic_load_n(&jumped, __ATOMIC_SEQ_CST);
    return code;
}
