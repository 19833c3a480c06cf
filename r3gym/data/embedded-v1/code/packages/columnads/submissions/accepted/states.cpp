// For every advertisement, all states (column, used lines); each is pushed on: refuse, print here, or start a later column.
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, k, h, g;
    scanf("%d %d %d %d", &n, &k, &h, &g);
    const long long none = -1;
    vector<vector<long long>> now(k, vector<long long>(h + 1, none));
    now[0][0] = 0;
    while (n--) {
        int x, fee;
        scanf("%d %d", &x, &fee);
        auto next = now;
        long long earlier = none;  // best state in the columns before c
        for (int c = 0; c < k; c++) {
            if (earlier != none) next[c][x] = max(next[c][x], earlier + fee);
            for (int used = 0; used <= h; used++) {
                if (now[c][used] == none) continue;
                earlier = max(earlier, now[c][used]);
                int end = used == 0 ? x : used + g + x;
                if (end <= h) next[c][end] = max(next[c][end], now[c][used] + fee);
            }
        }
        now = next;
    }
    long long answer = 0;
    for (auto& column : now) answer = max(answer, *max_element(column.begin(), column.end()));
    printf("%lld\n", answer);
}
