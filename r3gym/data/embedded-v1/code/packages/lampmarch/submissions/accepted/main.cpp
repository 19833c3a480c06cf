// Place by place; the state is which of the 2k + 1 people around the place are used, and who stands on the place before.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, k, m;
    cin >> n >> k >> m;
    vector<long long> a(n);
    for (auto& x : a) cin >> x;
    vector<vector<char>> hostile(n, vector<char>(n, 0));
    while (m--) {
        int x, y;
        cin >> x >> y;
        hostile[x - 1][y - 1] = hostile[y - 1][x - 1] = 1;
    }
    const long long none = 1LL << 60;
    int width = 2 * k + 1, masks = 1 << width;
    // Bit j of the mask stands for person place - k + j; people who do not exist before the front count as used.
    // The last person is place - 1 - k + last.
    vector<long long> best(masks * width, none);
    int begin = (1 << k) - 1;
    best[begin * width] = 0;
    for (int place = 0; place < n; place++) {
        vector<long long> next(masks * width, none);
        for (int mask = 0; mask < masks; mask++) {
            for (int last = 0; last < width; last++) {
                long long cost = best[mask * width + last];
                if (cost == none) continue;
                int before = place - 1 - k + last;
                for (int j = 0; j < width; j++) {
                    int person = place - k + j;
                    if (mask >> j & 1 || person >= n) continue;
                    if (!(mask & 1) && j > 0) break;  // person place - k cannot wait any longer
                    long long sum = cost;
                    if (place > 0) {
                        if (hostile[before][person]) continue;
                        sum += (a[before] - a[person]) * (a[before] - a[person]);
                    }
                    int target = ((mask | 1 << j) >> 1) * width + j;
                    next[target] = min(next[target], sum);
                }
            }
        }
        best.swap(next);
    }
    long long answer = none;
    for (int last = 0; last < width; last++) answer = min(answer, best[begin * width + last]);
    if (answer == none) cout << "impossible\n";
    else cout << answer << "\n";
}
