"""Commands by family, and what they are under focus A with five units left. One per line; ⏎ is a newline."""

from __future__ import annotations

from r3gym.accounting import Kind

FAMILIES: dict[tuple[str, Kind], str] = {
    ("inspection", Kind.FREE): r"""
        pwd
        ls
        ls -la
        ls -la /app /logs
        ls *.cpp
        ls problem_A
        ls /app/problem_B
        cat notes.txt
        cat -n notes.txt
        cat /app/problem_A/statement.md /app/problem_B/statement.md
        head notes.txt
        head -n 20 notes.txt
        head -c 100 notes.txt
        tail -5 notes.txt
        tail -n +3 notes.txt
        stat notes.txt
        file a.out
        which g++
        which python3 g++
        type g++
        command -v g++
        date
        date -u
        date +%H:%M:%S
        sleep 1
        true
        false
        :
        echo
        echo hello
        echo -n hello
        echo -e 'a\nb'
        echo "the answer is 42"
        echo $HOME
        echo "$PWD"
        echo ${HOME}
        echo "${USER:-nobody}"
        echo *
        echo {a,b}
        printf 'hello\n'
        printf '%s\n' hello world
        printf '%d\n' 42
        printf '%b' 'a\n'
        /bin/ls
        /usr/bin/cat notes.txt
        env
        export
    """,
    ("staging", Kind.FREE): r"""
        mkdir tests
        mkdir -p /app/problem_A/tests
        rmdir tests
        touch a b c
        rm a
        rm -rf tests
        cp a b
        cp -r tests backup
        cp /app/problem_A/draft.cpp /app/solution_A.cpp
        mv a b
        ln -s a b
        chmod +x run.sh
        tee copy.txt < notes.txt
        cat a > b
        cat a b >> c
        cat < a > b
        echo '1 2 3' > in.txt
        echo "4 5 6" >> in.txt
        printf '1\n2\n' > in.txt
        echo 3 5 | tee in.txt
        cat a | tee b > /dev/null
        ls > listing.txt 2>&1
        ls 2> /dev/null
        > empty.txt
        cd /app/problem_A
        cd
        cd -
        cd ..
        export NAME=value
        export A=1 B='two'
        NAME=value
        A=1 B=2
        LANG=C ls
        DIR=/app/problem_A; ls $DIR
        cat <<< hello
        cat > a.py <<'EOF'⏎print(6 * 7)⏎EOF
        cat > a.py <<"EOF"⏎print(`x` + $(y))⏎EOF
        cat > a.py <<\EOF⏎$((1+1))⏎EOF
        cat > a.txt <<EOF⏎plain text⏎EOF
        cat > a.txt <<EOF⏎home is $HOME⏎EOF
        cat > a.txt <<-'EOF'⏎	indented⏎	EOF
        cat <<'EOF' > a.sh⏎#!/bin/bash⏎for i in 1 2 3; do python3 x.py $i; done⏎EOF
        cat <<'EOF' | tee a.txt⏎text⏎EOF
        cat > a.txt <<'EOF'⏎it's a quote's test "here⏎EOF
        cat > a.cpp <<'EOF'⏎// submit this to the judge⏎int main() { return 0; }⏎EOF
        cat > a.cpp <<'EOF' && ls⏎int main() {}⏎EOF
        tee a.cpp > /dev/null <<'EOF'⏎int main() {}⏎EOF
        cat <<'a b'⏎x⏎a b
        cat > a <<'A' && cat > b <<'B'⏎x⏎A⏎z⏎B
        cat > a <<'EOF'⏎  EOF⏎EOF ⏎EOFX⏎EOF
        cat > a <<'EOF'⏎\⏎EOF
        cat > a <<'EOF-1'⏎x⏎EOF-1
        cat > a <<'EOF'⏎no end word
        cat > a <<'EOF'⏎x⏎EOF⏎ls
        printf "hi\n"
        printf "1: 42\n" >> notes.txt
        printf '1: %d\n2: %s\n' 42 x
        cd /app/problem_A && cp main.cpp ../solution_A.cpp
        echo hi | tee /dev/stderr
        cp a.cpp{,.bak}
    """,
    ("artifact writes", Kind.FREE): r"""
        echo '\boxed{42}' >> /logs/artifacts/answer.txt
        printf '%s\n' 'Problem 3' '\boxed{7}' >> /logs/artifacts/answer.txt
        cat > /logs/artifacts/answer.txt <<'EOF'⏎Problem 1⏎\boxed{\frac{1}{2}}⏎EOF
        cat > /logs/artifacts/answer.txt <<'EOF'⏎Problem 1⏎<answer>yes</answer>⏎EOF
        cp /tmp/answer.txt /logs/artifacts/answer.txt
        cat > /logs/artifacts/answer.txt <<'EOF'⏎\boxed{\frac{k(4k^2 + k - 1)}{2}}⏎EOF
        cat <<'EOF' > /logs/artifacts/answer.txt⏎\(x + 1\)⏎EOF
        cat > /app/solution_A.cpp <<'EOF'⏎int main() {}⏎EOF
        cp problem_A/a.cpp solution_A.cpp && cp problem_B/b.cpp solution_B.cpp
        mv /tmp/x.cpp /app/solution_F.cpp
        rm /app/solution_C.cpp
    """,
    ("bookkeeping", Kind.FREE): r"""
        focus_problem A
        focus_problem 3
        focus_problem nosuchproblem
        shelve_problem A
        shelve_problem A stuck on the geometry, later
        shelve_problem
        contest_status
        contest_status please
        submit_answer 3 42
        submit_answer 3 \boxed{\frac{1}{2}}
        submit_answer 2 '(1, 2); (3, 4)'
        mark_task_complete
        mark_task_complete now
        task_complete
        echo done && focus_problem B
        ls; contest_status
    """,
    ("passive compounds", Kind.FREE): r"""
        ls && pwd
        ls; pwd
        ls | head -3
        ls || true
        ls⏎pwd⏎cat a
        cd /app && ls && cat notes.txt
        ls # what is here
        # only a comment
        ls; # trailing
        ! ls
        ls &
        ls & cat a
        (ls)
        (cd /app && ls)
        { ls; pwd; }
        f() { ls; }; f
        function show { cat a; }; show
        echo $(pwd)
        echo "here: $(pwd)"
        echo `pwd`
        cat <(ls)
        cat <<< "$(ls)"
        cat <<EOF⏎$(pwd)⏎EOF
        timeout 5 cat a
        timeout -k 1 5s ls
        timeout --signal=KILL 5 ls
        nice ls
        nice -n 10 cat a
        nohup cat a
        time ls
        time -p cat a
        env ls
        env LANG=C ls
        env -i ls
        env -u HOME ls
        command ls
        builtin pwd
        sudo ls
        sudo -u agent cat a
        xargs cat < list.txt
        cat list.txt | xargs cat
        watch -n 1 ls
        eval ls
        eval 'ls; pwd'
        bash -c 'ls; pwd'
        sh -c ls
        bash -lc "ls -la"
        bash -c "bash -c 'ls'"
        trap 'rm -f a' EXIT
        trap - EXIT
        ls \⏎  -la
        ls |& cat
        cat a &> b
        timeout 5 nice env cat a
    """,
    ("text that mentions computation", Kind.FREE): r"""
        echo 'python3 x.py'
        echo "g++ a.cpp && ./a.out"
        echo submit
        echo 'curl http://x'
        echo '$(python3 x)'
        echo "a \$(python3 x) b"
        echo '`python3 x`'
        echo \$HOME
        printf '%s' '$((1+1))' > a.txt
        echo 'a; python3 x' > a.txt
        echo "it's" > a.txt
        echo 'a' 'b' "c" > 'file name.txt'
        cat "python3 x.txt"
        ls 'a && b'
        echo a#b
        echo "100%"
        echo 東京 'Größe'
        echo 'line one⏎line two' > a.txt
    """,
    ("interpreters and calculators", Kind.COUNTED): r"""
        python3 -c 'print(1)'
        python x.py
        python3
        python3 x.py
        python3 - <<'EOF'⏎print(1)⏎EOF
        python3 <<< 'print(1)'
        perl -e 'print 1'
        perl x.pl
        awk '{print $1}' a
        awk 'BEGIN {print 6*7}'
        gawk 1 a
        bc
        bc -l <<< 1/3
        echo '1+1' | bc
        dc -e '1 1 + p'
        node x.js
        node -e 'console.log(1)'
        Rscript x.R
        julia x.jl
        ruby -e 'p 1'
        php -r 'echo 1;'
        lua x.lua
        ghc x.hs
        octave x.m
        sage x.sage
        gp -q
        maxima
        sqlite3 :memory: 'select 6*7'
        factor 1001
        jq . a.json
        units 1m ft
        numfmt --to=si 1000
        tclsh x.tcl
        guile x.scm
        sbcl --script x.lisp
        emacs --batch
        vim -es
        ed a
        m4 x.m4
        make
        make test
        cmake .
    """,
    ("compilers, programs and tests", Kind.COUNTED): r"""
        gcc a.c
        g++ a.cpp
        g++ -O2 -std=c++17 -o a solution_A.cpp
        clang++ a.cpp
        cc a.c
        javac Main.java
        java Main
        rustc a.rs
        go run a.go
        cargo run
        ./a.out
        ./a.out < sample_1.in
        /app/problem_A/a.out
        /tmp/a.out
        a.out
        bin/run
        ../problem_A/a.out
        ~/a.out
        ./run.sh
        ./ls
        /app/cat notes.txt
        chmod +x run.sh && ./run.sh
        gdb a.out
        valgrind ./a.out
        strace ls
        ldd a.out
        nm a.out
        objdump -d a.out
        pytest
        g++ --version
        python3 --version
        gcc -v
        python3 -V
        as a.s
        ld a.o
    """,
    ("text and data processing", Kind.COUNTED): r"""
        grep x a
        grep -r x problem_A
        egrep x a
        fgrep x a
        zgrep x a.gz
        rg x
        ag x
        sed -n 1p a
        sed -i s/a/b/ a
        wc -l a
        wc a
        tr a b < a
        sort a
        sort -n a | uniq -c
        uniq a
        cut -d, -f1 a
        paste a b
        seq 10
        comm a b
        join a b
        diff a b
        cmp a b
        find . -name a
        find . -exec cat {} ;
        split a
        csplit a 1
        fold a
        fmt a
        nl a
        tac a
        rev a
        shuf a
        column -t a
        expand a
        od -c a
        xxd a
        hexdump a
        strings a.out
        base64 a
        md5sum a
        sha256sum a
        cksum a
        tsort a
        ptx a
        gzip a
        tar cf a.tar b
        unzip a.zip
        less a
        more a
        vi a
        nano a
        dd if=a of=b
        truncate -s 0 a
        cat a | wc -l
        ls | grep x
        ls | sort
        patch < a.diff
        git diff
        git init
        iconv a
        du -sh .
        df
        tree
        test -f a
        [ -f a ]
        basename /a/b
        dirname /a/b
        id
        whoami
        hostname
        uname -a
        ps
        top
        kill 1
    """,
    ("shell computation", Kind.COUNTED): r"""
        echo $((1+1))
        echo "$((6*7))"
        echo $[6*7]
        ((x = 1))
        ((x++))
        let x=1
        let "x = 1 + 1"
        expr 1 + 1
        for ((i = 0; i < 3; i++)); do echo $i; done
        for i in 1 2 3; do echo $i; done
        for f in *; do cat $f; done
        while true; do ls; done
        until false; do ls; done
        if true; then ls; fi
        case a in a) ls;; esac
        select x in a b; do ls; done
        [[ 1 -lt 2 ]]
        [[ a == b ]]
        echo {1..9}
        echo {a..z}
        echo {01..10..2}
        touch f{1..3}.txt
        echo ${#x}
        echo ${x#a}
        echo ${x%%b}
        echo ${x/a/b}
        echo ${x:1:2}
        echo ${x^^}
        echo ${!x}
        echo "${x//a/b}"
        sleep $((1+1))
        head -n $((2+3)) a
        cat a$((1+1)).txt
        x=$((1+1))
        export X=$((1+1))
        x=(1 2 3)
        x[1]=2
        declare -i x=1+1
        typeset -i x
        readonly x=1
        local x=1
        declare -A m
        printf '%d' 0x1f
        printf '%x' 255
        printf '%.2f' 3.14159
        printf '%d' "'A"
        printf "$format" 1
        printf -v x '%s' a
        date -d '2020-01-01 + 3 days'
        date -d tomorrow +%j
        test 1 -lt 2
        read x < a
        mapfile x < a
        readarray x < a
        cat <<EOF⏎$((6*7))⏎EOF
        cat <<< $((6*7))
        ls | while read f; do echo $f; done
        exec ls
        set -x
        shopt -s extglob
        unset x
        wait
        exit 0
        source x.sh
        . x.sh
        getopts a x
        ulimit -a
        umask
        hash -r
        enable -n ls
        alias ls=python3
        coproc python3 x
    """,
    ("computation in disguise", Kind.COUNTED): r"""
        echo $(python3 x.py)
        echo "$(python3 x.py)"
        echo `python3 x.py`
        echo $(echo $(python3 x.py))
        cat <(python3 x.py)
        ls > >(python3 x.py)
        tee >(python3 x.py) < a
        python3 x.py &
        ls & python3 x.py
        ls && python3 x.py
        ls; python3 x.py
        ls | python3
        ls || python3 x.py
        ls⏎python3 x.py
        ls #⏎python3 x.py
        (python3 x.py)
        { python3 x.py; }
        ! python3 x.py
        f() { python3 x.py; }; f
        function ls { python3 x.py; }; ls
        ls() { python3 x.py; }; ls
        trap 'python3 x.py' EXIT
        trap "$x" EXIT
        cat <<EOF⏎$(python3 x.py)⏎EOF
        cat <<EOF⏎`python3 x.py`⏎EOF
        cat <<EOF | python3⏎print(1)⏎EOF
        cat <<< $(python3 x.py)
        eval python3 x.py
        eval 'python3 x.py'
        eval "$x"
        eval $(cat a)
        bash -c 'python3 x.py'
        bash -c "$x"
        bash -c "ls $x"
        bash x.sh
        bash < x.sh
        bash
        sh
        dash -c 'awk 1 a'
        zsh -c ls
        cat x.sh | bash
        echo 'python3 x' | sh
        env python3 x.py
        env PATH=/app ls
        env -S 'python3 x.py'
        sudo python3 x.py
        nice python3 x.py
        nice -n 5 ./a.out
        nohup ./a.out
        setsid ./a.out
        time ./a.out
        time -p python3 x.py
        timeout 5 ./a.out
        timeout 5 bash -c 'python3 x'
        timeout $t ls
        watch ls | sort
        watch python3 x.py
        command python3 x.py
        xargs python3 < a
        xargs -I{} sh -c '{}' < a
        xargs -a list -n 1 grep x
        find . -exec python3 {} +
        $cmd
        $cmd x
        "$cmd" x
        $(echo python3) x.py
        `echo python3` x.py
        py''thon3 x.py
        p"yth"on3 x.py
        \python3 x.py
        'python3' x.py
        $'\x70ython3' x.py
        /usr/bin/python3 x.py
        /usr/bin/env python3 x.py
        PATH=/app ls
        PATH=/app:$PATH
        export PATH=/app:$PATH
        LD_PRELOAD=/app/x.so ls
        export LD_PRELOAD=/app/x.so
        BASH_ENV=/app/x ls
        IFS=x
        export -f ls
        cp /usr/bin/python3 /app/ls
        ln -s /usr/bin/python3 /app/x
        cp ../../usr/bin/python3 x
        mv /usr/bin/x y
        cat <<é⏎ê⏎cat <<'E'⏎é⏎python3 x⏎E
        ls⏎\python3 x
        echo { ]# $((6*7))
        OPTIND=6*7; echo $OPTIND
        export OPTIND=6*7
        SECONDS=6*7
        cat <<EOF⏎$((x=6*7))⏎EOF
        echo "$\⏎((6*7))"
        cat <<EOF⏎$\⏎((6*7))⏎EOF
        cat <<EOF⏎x⏎E\⏎OF⏎declare -i x=6*7⏎echo $x⏎EOF
        cat <<E⏎$\⏎'$[6*7]
        (test() { :; }); test -v 'a[b=6*7]'; echo $b
        false && read() { :; }; read x
        du() { ls; }; du -sb
        f() { ls; }; command f
        f() { echo $#; }; f a b
        f() { echo $3; }; f a b c
        f() { ls; f; }; f
        : {a[b=6*7]}>/dev/null
        echo {1..\⏎9}
        file -m m d
        file -f list
        touch -d '1970-01-01 UTC +5 seconds' f
        touch -r a b
        cat list | xargs -n 1 cat
        xargs touch < data
        xargs -0 cat < a
        touch {0,1}{0,1}{0,1}
        export "IFS=,"
        export "PATH=/app"
        env - python3 x
        echo ]\⏎# $((6*7))
        echo a\⏎\<<EOF⏎python3 x⏎EOF
        coproc ls
        ls\
    """,
    ("requests to a judge or the network", Kind.BLOCKED): r"""
        submit
        submit solution_A.cpp
        ./submit solution_A.cpp
        judge solution_A.cpp
        cat solution_A.cpp | submit
        ls && submit x
        $(submit x)
        timeout 5 submit x
        bash -c 'submit x'
        verdict A
        oj submit
        kattis submit x
        curl http://127.0.0.1:8081/submit
        wget http://x
        nc 127.0.0.1 80
        ncat x 1
        ssh host
        scp a host:
        telnet x
        socat - TCP:x:1
        rsync a host:
        ping x
        dig x
        env curl x
        exec curl x
        find . -exec curl {} ;
        timeout 5 curl x
        eval curl x
        echo $(curl x)
        cat < /dev/tcp/127.0.0.1/80
        echo x > /dev/udp/127.0.0.1/80
    """,
    ("another problem, several problems", Kind.BLOCKED): r"""
        python3 /app/problem_B/x.py
        python3 ../problem_B/x.py
        g++ /app/solution_B.cpp
        g++ solution_A.cpp solution_B.cpp
        ./a.out < /app/problem_C/sample_1.in
        python3 -c 'open("/app/problem_B/x")'
        python3 - <<'EOF'⏎open("/app/problem_B/x")⏎EOF
        grep x /app/problem_A/a /app/problem_B/b
        grep x /app/problem_*/statement.md
        grep x problem_?/statement.md
        wc -l solution_*.cpp
        wc -l /app/*/statement.md
        sort problem_B/a
        grep -r x problem_D
        cd /app/problem_B && ./a.out
        cd ../problem_C; python3 x.py
        python3 x.py > /app/problem_F/out
        diff solution_A.cpp solution_B.cpp
        cd /app/problem_"B"; ./a
        X=B; ./problem_$X/a
        for p in A B; do g++ /app/solution_$p.cpp; done
        cd /app/p*B; ./a
    """,
    ("broken syntax", Kind.PROTOCOL_ERROR): r"""
        cat 'open
        cat "open
        echo $(ls
        echo `ls
        ls |
        ls &&
        && ls
        | cat
        ls )
        ( ls
        { ls
        if true
        if true; then ls
        for i in 1 2
        fi
        ls; done
        } ls
        while true; do ls
        case a in
        ls >⏎
        cat <<⏎
        echo ${x
        f() {
        ls & & ls
        ls ;; ls
        case x in x) ls esac
    """,
}


def cases() -> list[tuple[str, str, Kind]]:
    """(family, command, kind) of every line."""
    found = []
    for (family, kind), block in FAMILIES.items():
        for line in block.strip("\n").split("\n"):
            if line.strip():
                found.append((family, line[8:].replace("⏎", "\n"), kind))
    return found
