"""A program tries to tell its next test something. Whatever it says, the next test sees the same.

Each channel is a pair of functions in C++: one leaves a small number behind, the other prints what can be seen. The
control shows for the channels that the workspace itself does not close that they work in a workspace without the seal.
"""

# ruff: noqa: E501  # C++ in long lines

from __future__ import annotations

from collections.abc import Iterator

import pytest

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.build import BuiltProgram, build
from r3gym.domains.code.judging.languages import CPP17
from r3gym.domains.code.judging.runner import Runner, open_runner
from r3gym.sandbox import Limits, backend

PROGRAM = rb"""
#include <bits/stdc++.h>
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
using namespace std;
struct Channel { function<void(int)> leave; function<void()> find; };
static void daemon_with(function<void()> body) {
    if (fork() == 0) { setsid(); if (fork() == 0) { body(); close(0), close(1), close(2); sleep(60); } _exit(0); }
    usleep(50000);
}
static string slurp(const char *path) { ifstream f(path); stringstream s; s << f.rdbuf(); return s.str(); }
static void files_below(const string &folder) {
    DIR *d = opendir(folder.c_str());
    for (dirent *e; d && (e = readdir(d));) {
        string name = e->d_name, path = folder + "/" + name;
        struct stat s;
        if (name == ".." || lstat(path.c_str(), &s)) continue;
        cout << path << " " << s.st_mode << " " << s.st_size << " " << s.st_nlink << " " << s.st_atime << "\n";
        if (S_ISREG(s.st_mode) && name != "program") cout << slurp(path.c_str()) << "\n";
        if (S_ISDIR(s.st_mode) && name != ".") files_below(path);
    }
    if (d) closedir(d);
}
static void all_files() { for (string f : {"/app", "/logs", "/tmp", "/dev/shm"}) files_below(f); }
static sockaddr_in here(int port) { sockaddr_in a{}; a.sin_family = AF_INET, a.sin_port = htons(port), a.sin_addr.s_addr = htonl(INADDR_LOOPBACK); return a; }
static int bound(int kind, int port) { int s = socket(AF_INET, kind, 0); auto a = here(port); return s < 0 || bind(s, (sockaddr *)&a, sizeof a) ? -1 : s; }
static sockaddr_un abstract_name(int n, socklen_t *size) {
    sockaddr_un a{}; a.sun_family = AF_UNIX;
    *size = offsetof(sockaddr_un, sun_path) + 1 + snprintf(a.sun_path + 1, 90, "secret-%d", n); return a;
}
static void connection(int port) { /* closes on the server's side first: that port stays in TIME_WAIT */
    int l = bound(SOCK_STREAM, port), c = socket(AF_INET, SOCK_STREAM, 0); auto a = here(port);
    if (l < 0 || listen(l, 1) || connect(c, (sockaddr *)&a, sizeof a)) return;
    int s = accept(l, 0, 0); close(s), close(l); char x; if (read(c, &x, 1) == 0) close(c);
}
static map<string, Channel> channels{
    {"files", {[](int n) { for (auto f : {"/app/a", "/tmp/b", "/logs/c", "/dev/shm/d"}) ofstream(f) << n; }, all_files}},
    {"own program", {[](int n) { chmod("/app/program", 0700 + n); }, all_files}},
    {"folders", {[](int n) { for (int i = 0; i < 1000 * n; i++) { string p = "/tmp/" + string(100, 'x') + to_string(i); close(open(p.c_str(), O_CREAT, 0600)); }
        for (int i = 0; i < 1000 * n; i++) unlink(("/tmp/" + string(100, 'x') + to_string(i)).c_str()); }, all_files}},
    {"nameless files", {[](int n) { int f = open("/tmp", O_TMPFILE | O_RDWR, 0600); if (write(f, "x", n)) {} int g = open("/tmp/g", O_CREAT | O_RDWR, 0600); unlink("/tmp/g"); if (write(g, "xxxxxxxx", n)) {} }, all_files}},
    {"times of access", {[](int n) { for (int i = 0; i < 4; i++) if (n >> i & 1) { string f[] = {"/app", "/logs", "/tmp", "/dev/pts"}; DIR *d = opendir(f[i].c_str()); if (d) { while (readdir(d)) {} closedir(d); } } },
        [] { for (auto f : {"/app", "/logs", "/tmp"}) { struct stat s; stat(f, &s); cout << s.st_atim.tv_sec << "." << s.st_atim.tv_nsec << " "; }
             struct stat s; stat("/dev/pts", &s); cout << (s.st_atim.tv_sec == s.st_mtim.tv_sec && s.st_atim.tv_nsec == s.st_mtim.tv_nsec); }}},
    {"shared memory", {[](int n) { int id = shmget(77, 4096, IPC_CREAT | 0600); if (id >= 0) sprintf((char *)shmat(id, 0, 0), "%d", n); int f = shm_open("/x", O_CREAT | O_RDWR, 0600); if (write(f, "12345678", n)) {} },
        [] { int id = shmget(77, 4096, 0600); cout << (id < 0 ? "none" : (char *)shmat(id, 0, SHM_RDONLY)) << shm_open("/x", O_RDWR, 0600); }}},
    {"System V numbers", {[](int n) { for (int i = 0; i < n; i++) { shmctl(shmget(IPC_PRIVATE, 1, 0600), IPC_RMID, 0); semctl(semget(IPC_PRIVATE, 1, 0600), 0, IPC_RMID); msgctl(msgget(IPC_PRIVATE, 0600), IPC_RMID, 0); } },
        [] { cout << shmget(IPC_PRIVATE, 1, 0600) << " " << semget(IPC_PRIVATE, 1, 0600) << " " << msgget(IPC_PRIVATE, 0600); }}},
    {"semaphores", {[](int n) { int id = semget(78, 1, IPC_CREAT | 0600); semctl(id, 0, SETVAL, n); }, [] { cout << semctl(semget(78, 1, 0600), 0, GETVAL); }}},
    {"messages", {[](int n) { struct { long kind; int n; } m{1, n}; msgsnd(msgget(79, IPC_CREAT | 0600), &m, sizeof m.n, IPC_NOWAIT); mqd_t q = mq_open("/q", O_CREAT | O_RDWR | O_NONBLOCK, 0600, nullptr); mq_send(q, "12345678", n, 0); },
        [] { struct { long kind; int n; } m{1, 0}; cout << msgrcv(msgget(79, 0600), &m, sizeof m.n, 0, IPC_NOWAIT) << m.n; mqd_t q = mq_open("/q", O_RDWR | O_NONBLOCK); mq_attr a{}; cout << mq_getattr(q, &a) << a.mq_curmsgs; }}},
    {"listening", {[](int n) { daemon_with([n] { listen(bound(SOCK_STREAM, 4000 + n), 9); bound(SOCK_DGRAM, 4000 + n); socklen_t z; auto a = abstract_name(n, &z); int s = socket(AF_UNIX, SOCK_DGRAM, 0); bind(s, (sockaddr *)&a, z); }); },
        [] { for (int n = 1; n < 9; n++) { auto a = here(4000 + n); int s = socket(AF_INET, SOCK_STREAM, 0); cout << connect(s, (sockaddr *)&a, sizeof a) << (bound(SOCK_DGRAM, 4000 + n) < 0);
             socklen_t z; auto u = abstract_name(n, &z); cout << connect(socket(AF_UNIX, SOCK_DGRAM, 0), (sockaddr *)&u, z); } }}},
    {"closed connections", {[](int n) { connection(5000 + n); }, [] { for (int n = 1; n < 9; n++) cout << (bound(SOCK_STREAM, 5000 + n) < 0); cout << slurp("/proc/net/tcp"); }}},
    {"network counters", {[](int n) { int s = bound(SOCK_DGRAM, 6000); auto a = here(6000); for (int i = 0; i < 100 * n; i++) sendto(s, "x", 1, 0, (sockaddr *)&a, sizeof a); },
        [] { cout << slurp("/proc/net/dev") << slurp("/proc/net/snmp"); }}},
    {"process numbers", {[](int n) { for (int i = 0; i < n; i++) { int p = fork(); if (!p) _exit(0); waitpid(p, 0, 0); } }, [] { cout << getpid() << " " << getppid(); }}},
    {"thread numbers", {[](int n) { for (int i = 0; i < n; i++) thread([] {}).join(); }, [] { cout << getpid(); }}},
    {"processes", {[](int n) { daemon_with([n] { syscall(SYS_prctl, 15, to_string(n).c_str()); for (int s = 1; s < 32; s++) signal(s, SIG_IGN); }); },
        [] { for (int p = 1; p < 100; p++) if (p != getpid() && p != 1) cout << !kill(p, 0); }}},
    {"accounts of the supervisor", {[](int n) { size_t size = 4096000ul * n; char *at = (char *)mmap(0, size, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); for (size_t i = 0; i < size; i += 4096) at[i] = 1; },
        [] { string line = slurp("/proc/1/stat"); stringstream s(line); string word; for (int i = 1; s >> word; i++) if (i == 11) cout << stol(word) / 500; cout << slurp("/proc/1/status").size(); }}},
    {"priority", {[](int n) { setpriority(PRIO_USER, 0, n); setpriority(PRIO_PROCESS, 1, n); setpriority(PRIO_PGRP, 1, n); syscall(SYS_ioprio_set, 1, 1, 2 << 13 | n % 8); syscall(SYS_ioprio_set, 3, getuid(), 2 << 13 | n % 8); sched_param p{}; sched_setscheduler(1, n % 2 ? SCHED_BATCH : SCHED_OTHER, &p); },
        [] { cout << getpriority(PRIO_PROCESS, 0) << " " << syscall(SYS_ioprio_get, 1, 0) << " " << sched_getscheduler(0); }}},
    {"limits", {[](int n) { rlimit r{1000u - n, 1000u - n}; prlimit(1, RLIMIT_NOFILE, &r, 0); setrlimit(RLIMIT_NOFILE, &r); prlimit(1, RLIMIT_SIGPENDING, &r, 0); cpu_set_t c; CPU_ZERO(&c); CPU_SET(n % 2, &c); sched_setaffinity(1, sizeof c, &c); },
        [] { rlimit r; getrlimit(RLIMIT_NOFILE, &r); cout << r.rlim_cur << " "; getrlimit(RLIMIT_SIGPENDING, &r); cpu_set_t c; sched_getaffinity(0, sizeof c, &c); cout << (r.rlim_cur < 1001) << CPU_COUNT(&c); }}},
    {"keys", {[](int n) { syscall(SYS_add_key, "user", "secret", to_string(n).c_str(), 1, -4); }, [] { cout << syscall(SYS_request_key, "user", "secret", 0, -4); }}},
    {"locks", {[](int n) { daemon_with([n] { int f = open("/app/program", O_RDONLY); flock(f, n % 2 ? LOCK_EX : LOCK_SH); }); }, [] { cout << flock(open("/app/program", O_RDONLY), LOCK_EX | LOCK_NB); }}},
    {"kernel settings", {[](int n) { for (auto f : {"/proc/sys/kernel/hostname", "/proc/sys/kernel/ns_last_pid", "/proc/sys/net/ipv4/ip_local_port_range", "/proc/sys/kernel/shmmax", "/proc/1/oom_score_adj", "/proc/1/comm", "/proc/1/timerslack_ns"}) ofstream(f) << n; sethostname("12345678", n); },
        [] { char h[99] = ""; gethostname(h, 98); cout << h << slurp("/proc/sys/kernel/shmmax") << slurp("/proc/1/comm"); }}},
    {"surroundings", {[](int n) { setenv("SECRET", to_string(n).c_str(), 1); umask(n); if (chdir(n % 2 ? "/tmp" : "/")) {} int t = open("/dev/tty", O_RDWR); if (write(t, "xxxxxxxx", n)) {} int p = posix_openpt(O_RDWR); grantpt(p); },
        [] { mode_t m = umask(0); char d[99]; cout << getenv("SECRET") << m << getcwd(d, 98) << open("/dev/tty", O_RDWR); for (char **e = environ; *e; e++) cout << *e << "\n"; }}},
    {"control groups", {[](int n) { ofstream("/sys/fs/cgroup/x") << n; mkdir("/sys/fs/cgroup/y", 0700); }, [] { cout << slurp("/proc/self/cgroup") << slurp("/sys/fs/cgroup/memory.current") << slurp("/sys/fs/cgroup/cpuacct/cpuacct.usage"); }}},
};
int main() {
    string what, name; int n;
    cin >> what >> n >> ws; getline(cin, name);
    if (!channels.count(name)) return 9;
    if (what == "leave") channels[name].leave(n), cout << "left"; else channels[name].find();
}
"""
CHANNELS = (
    "files", "own program", "folders", "nameless files", "times of access", "shared memory", "System V numbers", "semaphores",
    "messages", "listening", "closed connections", "network counters", "process numbers", "thread numbers", "processes",
    "accounts of the supervisor", "priority", "limits", "keys", "locks", "kernel settings", "surroundings", "control groups",
)  # fmt: skip
#: The channels that work between two programs of one workspace unless they are sealed.
OPEN_WITHOUT_SEAL = (
    "System V numbers", "closed connections", "network counters", "accounts of the supervisor", "priority", "limits",
)  # fmt: skip


@pytest.fixture(scope="module")
def program() -> BuiltProgram:
    built = build(backend("bubblewrap"), CPP17, {"solution.cpp": PROGRAM})
    assert isinstance(built, BuiltProgram), built
    return built


@pytest.fixture
def runner(program: BuiltProgram) -> Iterator[Runner]:
    with open_runner(backend("bubblewrap"), program, ProblemLimits(5.0, 256), 8) as one:
        yield one


def told(runner: Runner, channel: str, secret: int) -> bytes:
    left = runner.run(f"leave {secret} {channel}".encode())
    assert left.outcome in (Outcome.ACCEPTED, Outcome.RUNTIME_ERROR), left
    found = runner.run(f"find 0 {channel}".encode())
    assert found.outcome in (Outcome.ACCEPTED, Outcome.RUNTIME_ERROR), found
    return found.output


@pytest.mark.parametrize("channel", CHANNELS)
def test_nothing_of_a_test_reaches_the_next(program: BuiltProgram, channel: str) -> None:
    seen = []
    for secret in (3, 6):
        with open_runner(backend("bubblewrap"), program, ProblemLimits(5.0, 256), 8) as one:
            assert one.run(b"find 0 files").outcome is Outcome.ACCEPTED
            seen.append(told(one, channel, secret))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("channel", OPEN_WITHOUT_SEAL)
def test_the_channel_is_open_without_the_seal(program: BuiltProgram, channel: str) -> None:
    seen = []
    for secret in (3, 6):
        with backend("bubblewrap").open(Limits(memory_mb=256)) as workspace:
            program.install(workspace)
            for what in (f"leave {secret}", "find 0"):
                result = workspace.execute(program.run, 10, stdin=f"{what} {channel}".encode())
            seen.append(result.stdout)
    assert seen[0] != seen[1]


def test_a_program_without_traces_keeps_its_workspace_and_others_get_a_new_one(runner: Runner) -> None:
    first = runner.workspace
    for channel in ("keys", "priority", "accounts of the supervisor", "times of access"):
        told(runner, channel, 3)
    assert runner.workspace is first
    told(runner, "thread numbers", 1)
    assert runner.workspace is not first
    second = runner.workspace
    told(runner, "files", 1)
    assert runner.workspace is not second


def test_a_sealed_program_still_has_its_streams_threads_and_files() -> None:
    source = rb"""#include <bits/stdc++.h>
int main() { freopen("/dev/stdin", "r", stdin); int x = 0; if (scanf("%d", &x)) {} std::thread t([&] { x++; }); t.join();
std::ofstream("/tmp/f") << x; int y; std::ifstream("/tmp/f") >> y; std::ofstream("/dev/stdout") << y; fprintf(stderr, "e"); }"""
    built = build(backend("bubblewrap"), CPP17, {"solution.cpp": source})
    assert isinstance(built, BuiltProgram)
    with open_runner(backend("bubblewrap"), built, ProblemLimits(5.0, 256), 8) as one:
        for _ in range(2):
            run = one.run(b"41\n")
            assert (run.outcome, run.output) == (Outcome.ACCEPTED, b"42")
