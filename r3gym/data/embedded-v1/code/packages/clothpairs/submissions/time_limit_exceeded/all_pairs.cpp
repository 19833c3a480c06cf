// Right but slow: looks at every pair of cloths.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    long long n, p, q;
    cin >> n >> p >> q;
    vector<long long> a(n), b(n);
    for (int i = 0; i < n; i++) cin >> a[i] >> b[i];
    auto lawful = [&](long long x, long long y) { return x * q == y * p || x * p == y * q; };
    long long pairs = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            pairs += (a[i] == a[j] && lawful(a[i], b[i] + b[j])) || (a[i] == b[j] && lawful(a[i], b[i] + a[j])) ||
                     (b[i] == a[j] && lawful(b[i], a[i] + b[j])) || (b[i] == b[j] && lawful(b[i], a[i] + a[j]));
    cout << pairs << "\n";
}
