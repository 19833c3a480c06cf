// Mistake: lets the stretch end in the minute of the fox that is one too many.
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
    int best = 0, from = 0, to = 0;  // herons from..to-1 come in the stretch
    for (int j = 0; j + q <= m; j++) {
        int start = fox[j] + 1, end = fox[j + q + 1] ;
        while (from < n && heron[from] < start) from++;
        while (to < n && heron[to] <= end) to++;
        if (to - from >= p) best = max(best, end - start + 1);
    }
    cout << best << "\n";
}
