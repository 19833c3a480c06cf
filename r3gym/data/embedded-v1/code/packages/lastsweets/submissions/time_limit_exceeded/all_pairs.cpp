// Right but slow: looks at every pair of flavours.
#include <iostream>
#include <vector>
using namespace std;

const long long P = 998244353;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int m;
    cin >> m;
    vector<int> a(m);
    long long total = 0;
    for (int& x : a) {
        cin >> x;
        total += x;
    }
    vector<long long> kept(total + 1, 0), inverse(total + 2, 1);
    for (int i = 2; i <= total; i++) inverse[i] = (P - P / i) * inverse[P % i] % P;
    for (int s = 1; s <= total; s++) kept[s] = s * inverse[total - s + 1] % P;
    long long answer = total;
    for (int i = 0; i < m; i++) {
        answer = (answer + (m - 2 + P) % P * kept[a[i]]) % P;
        long long sum = 0;
        for (int j = 0; j < i; j++) {
            sum += kept[a[i] + a[j]];
            if (sum >= P) sum -= P;
        }
        answer = (answer + P - sum) % P;
    }
    cout << answer << "\n";
}
