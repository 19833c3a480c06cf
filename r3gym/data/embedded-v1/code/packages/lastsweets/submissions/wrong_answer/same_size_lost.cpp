// Mistake: forgets pairs of flavours with the same number of sweets.
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
        for (size_t j = 0; j < i; j++) answer += P - count * sizes[j].second % P * kept(a + sizes[j].first) % P;
        answer %= P;
    }
    cout << answer % P << "\n";
}
