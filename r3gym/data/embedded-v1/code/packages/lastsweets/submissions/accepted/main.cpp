// Looked at backwards, she keeps the longest beginning of a random order with at most two flavours. The first t sweets are
// all from a given set of s with probability C(s,t)/C(N,t); summed over t >= 1 this is s/(N-s+1). Pairs count once each,
// single flavours are then in m - 1 pairs instead of one. There are few different numbers of sweets.
#include <iostream>
#include <map>
#include <vector>
using namespace std;

const long long P = 998244353;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    long long m, total = 0;
    cin >> m;
    map<int, long long> flavours;
    for (int i = 0; i < m; i++) {
        int a;
        cin >> a;
        flavours[a]++;
        total += a;
    }
    vector<long long> inverse(total + 2, 1);
    for (int i = 2; i <= total; i++) inverse[i] = (P - P / i) * inverse[P % i] % P;
    auto kept = [&](long long s) { return s * inverse[total - s + 1] % P; };
    vector<pair<int, long long>> sizes(flavours.begin(), flavours.end());
    long long answer = total;
    for (size_t i = 0; i < sizes.size(); i++) {
        auto [a, count] = sizes[i];
        answer += (m - 2 + P) % P * count % P * kept(a) % P;
        if (count > 1) answer += P - count * (count - 1) / 2 % P * kept(2 * a) % P;
        for (size_t j = 0; j < i; j++) answer += P - count * sizes[j].second % P * kept(a + sizes[j].first) % P;
        answer %= P;
    }
    cout << answer % P << "\n";
}
