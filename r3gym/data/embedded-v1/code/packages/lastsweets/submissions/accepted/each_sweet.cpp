// Sweet by sweet: one of flavour i is kept if at most one other flavour is left behind it in the random order. That all
// sweets behind it are of the flavours i or j has probability 1/(N - a_i - a_j + 1), for i alone 1/(N - a_i + 1).
#include <cstdio>
#include <map>
#include <vector>
using namespace std;

const long long P = 998244353;

long long power(long long x, long long e) {
    long long result = 1;
    for (; e; e >>= 1, x = x * x % P)
        if (e & 1) result = result * x % P;
    return result;
}

int main() {
    int m;
    scanf("%d", &m);
    map<int, int> flavours;
    long long total = 0;
    for (int i = 0; i < m; i++) {
        int a;
        scanf("%d", &a);
        flavours[a]++;
        total += a;
    }
    // 1/1 ... 1/(N+1) from factorials
    vector<long long> factorial(total + 2, 1), inverse(total + 2, 1);
    for (long long i = 1; i <= total + 1; i++) factorial[i] = factorial[i - 1] * i % P;
    long long back = power(factorial[total + 1], P - 2);
    for (long long i = total + 1; i >= 1; i--) {
        inverse[i] = back * factorial[i - 1] % P;
        back = back * i % P;
    }
    long long given = 0;
    for (auto [a, count] : flavours) {
        long long stays = (2 - m + P) % P * inverse[total - a + 1] % P;
        for (auto [b, others] : flavours) {
            int number = others - (a == b);
            if (number > 0) stays = (stays + number * inverse[total - a - b + 1]) % P;
        }
        given = (given + (1 - stays + P) % P * a % P * count) % P;
    }
    printf("%lld\n", given);
}
