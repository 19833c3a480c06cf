// Mistake: looks for a longest stretch that begins and ends with the coming of a heron, and stretches only these.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, p, q, last;
    cin >> n >> m >> p >> q >> last;
    vector<int> heron(n), fox(m + 2, 0);
    for (int& t : heron) cin >> t;
    for (int j = 1; j <= m; j++) cin >> fox[j];
    fox[m + 1] = last + 1;
    int best = 0;
    for (int i = 0; i + p <= n && p > 0; i++) {
        int a = heron[i], b = heron[i + p - 1];
        int j = lower_bound(fox.begin(), fox.end(), a) - fox.begin() - 1;
        int k = min(j + q + 1, m + 1);
        if (fox[k] > b) best = max(best, fox[k] - fox[j] - 1);
    }
    cout << best << "\n";
}
