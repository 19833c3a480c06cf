// Right but slow: tries all settings.
#include <iostream>
#include <vector>
using namespace std;
typedef long long ll;

int n;
ll p, s, t;
vector<ll> a, b;

ll ways(int i, ll x) {
    if (i == n) return x == t;
    return ways(i + 1, x) + ways(i + 1, (a[i] * x + b[i]) % p);
}

int main() {
    cin >> n >> p >> s >> t;
    a.resize(n);
    b.resize(n);
    for (int i = 0; i < n; i++) cin >> a[i] >> b[i];
    cout << ways(0, s) << "\n";
}
