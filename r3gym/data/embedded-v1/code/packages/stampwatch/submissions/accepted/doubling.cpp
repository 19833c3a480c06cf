// Sum of f^0 .. f^(t-1) applied to the start, by doubling the step function f.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

vector<long long> push(const vector<int>& f, const vector<long long>& w) {
    vector<long long> r(w.size(), 0);
    for (size_t i = 0; i < w.size(); i++) r[f[i]] += w[i];
    return r;
}

int main() {
    int n;
    long long t;
    string kinds;
    cin >> n >> t >> kinds;
    vector<int> f(2 * n);
    for (int i = 0; i < n; i++) {
        int d;
        cin >> d;
        for (int back = 0; back < 2; back++) {
            int now = kinds[i] == 'T' ? 1 - back : back;
            f[i + back * n] = (i + (now ? n - d : d)) % n + now * n;
        }
    }
    vector<long long> w(2 * n, 0), sum(2 * n, 0);
    w[0] = 1;
    for (; t > 0; t /= 2) {
        if (t % 2 == 1) {
            for (int i = 0; i < 2 * n; i++) sum[i] += w[i];
            w = push(f, w);
        }
        if (t == 1) break;
        auto next = push(f, w);
        for (int i = 0; i < 2 * n; i++) w[i] += next[i];
        vector<int> twice(2 * n);
        for (int i = 0; i < 2 * n; i++) twice[i] = f[f[i]];
        f = twice;
    }
    for (int i = 0; i < n; i++) sum[i] += sum[i + n];
    sum.resize(n);
    int best = max_element(sum.begin(), sum.end()) - sum.begin();
    cout << best + 1 << " " << sum[best] << "\n";
}
