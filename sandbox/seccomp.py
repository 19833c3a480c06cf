"""A seccomp filter that refuses the system calls no workspace needs, written as raw BPF without libseccomp.

Refused calls return EPERM (clone3 returns ENOSYS, so that libraries fall back to clone, whose flags can be
inspected); a call of a foreign architecture kills the process.
"""

from __future__ import annotations

import errno
import platform
import struct

# name: (x86_64, aarch64); -1 where the architecture has no such call
_DENIED: dict[str, tuple[int, int]] = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kcmp": (312, 272), "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "add_key": (248, 217),
    "request_key": (249, 218), "keyctl": (250, 219), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "bpf": (321, 280),
    "userfaultfd": (323, 282), "perf_event_open": (298, 241), "fanotify_init": (300, 262),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "swapon": (167, 224),
    "swapoff": (168, 225), "quotactl": (179, 60), "quotactl_fd": (443, 443), "unshare": (272, 97),
    "setns": (308, 268), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "lookup_dcookie": (212, 18), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "reboot": (169, 142), "syslog": (103, 116), "acct": (163, 89), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266),
    "sethostname": (170, 161), "setdomainname": (171, 162), "vhangup": (153, 58), "iopl": (172, -1),
    "ioperm": (173, -1), "modify_ldt": (154, -1), "uselib": (134, -1), "ustat": (136, -1),
    "sysfs": (139, -1), "nfsservctl": (180, 42), "memfd_secret": (447, 447),
}  # fmt: skip
# Denied only where a watchdog enforces the memory limit: memory that is not attributed to any process of the tree.
_HIDDEN_MEMORY: dict[str, tuple[int, int]] = {"memfd_create": (319, 279), "shmget": (29, 194)}
_AFFINITY: dict[str, tuple[int, int]] = {"sched_setaffinity": (203, 122)}

_CLONE, _CLONE3, _SOCKET, _SOCKETPAIR = (56, 220), (435, 435), (41, 198), (53, 199)
_IOCTL, _PERSONALITY = (16, 29), (135, 92)
_NAMESPACES = 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x00020000
_FAMILIES = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6: netlink, packet, vsock, alg ... are refused
_IOCTLS = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: writing input to a terminal
_PERSONALITIES = (0x0, 0xFFFFFFFF, 0x40000)

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCH, _ARGUMENT = 0, 4, 16
_ALLOW, _KILL = 0x7FFF0000, 0x80000000


def _errno(code: int) -> int:
    return 0x00050000 | code


def _op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def supported() -> bool:
    """Return whether the call numbers of this machine's architecture are known here."""
    return platform.machine() in ("x86_64", "aarch64")


def program(*, watchdog: bool = False, pinned: bool = False) -> bytes:
    """Return the filter for this machine.

    ``watchdog``: also refuse calls that hide memory; ``pinned``: also refuse changes of the CPU affinity.
    """
    column = 0 if platform.machine() == "x86_64" else 1
    denied = {**_DENIED, **(_HIDDEN_MEMORY if watchdog else {}), **(_AFFINITY if pinned else {})}
    code = [
        _op(_LOAD, _ARCH),
        _op(_EQUAL, (0xC000003E, 0xC00000B7)[column], 1, 0),
        _op(_RETURN, _KILL),
        _op(_LOAD, _NUMBER),
    ]
    if column == 0:
        code += [
            _op(_AT_LEAST, 0x40000000, 0, 1),
            _op(_RETURN, _KILL),
        ]  # x32 system calls reach the same kernel functions
    code += [_op(_EQUAL, _CLONE3[column], 0, 1), _op(_RETURN, _errno(errno.ENOSYS))]
    deny = _op(_RETURN, _errno(errno.EPERM))
    for numbers in denied.values():
        if numbers[column] >= 0:
            code += [_op(_EQUAL, numbers[column], 0, 1), deny]
    code += _when(_CLONE[column], 0, [_op(_ANY_BIT, _NAMESPACES, 0, 1), deny])
    for call in (_SOCKET, _SOCKETPAIR):
        refuse = _op(_RETURN, _errno(errno.EAFNOSUPPORT))
        code += _when(call[column], 0, [*_jump_over(_FAMILIES), refuse])
    code += _when(_IOCTL[column], 1, [part for n in _IOCTLS for part in (_op(_EQUAL, n, 0, 1), deny)])
    code += _when(_PERSONALITY[column], 0, [*_jump_over(_PERSONALITIES), deny])
    code.append(_op(_RETURN, _ALLOW))
    return b"".join(code)


def _when(number: int, argument: int, checks: list[bytes]) -> list[bytes]:
    """Return the check of one call: load the low half of an argument, run the checks, allow what passes them."""
    body = [_op(_LOAD, _ARGUMENT + 8 * argument), *checks, _op(_RETURN, _ALLOW)]
    return [_op(_EQUAL, number, 0, len(body)), *body]


def _jump_over(good: tuple[int, ...]) -> list[bytes]:
    """Skip the one instruction that follows when the loaded value is one of these."""
    return [_op(_EQUAL, value, len(good) - index, 0) for index, value in enumerate(good)]
