// The same criterion, with the differences in blocks: each block keeps its smallest difference and the gaps between it.
#include <algorithm>
#include <cstdio>
#include <unordered_set>
#include <utility>
#include <vector>
using namespace std;

const int SIZE = 450;

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    int blocks = (n + SIZE - 1) / SIZE;
    vector<int> difference(n, 0), lazy(blocks, 0), low(blocks), first(blocks), last(blocks);
    vector<long long> pairs(blocks);
    auto choose = [](long long s) { return s * (s - 1) / 2; };
    auto refresh = [&](int b) {
        int from = b * SIZE, to = min(n, from + SIZE);
        low[b] = *min_element(difference.begin() + from, difference.begin() + to);
        first[b] = last[b] = -1;
        pairs[b] = 0;
        for (int i = from; i < to; i++) {
            if (difference[i] != low[b]) continue;
            if (first[b] < 0) first[b] = i;
            else pairs[b] += choose(i - last[b]);
            last[b] = i;
        }
    };
    for (int b = 0; b < blocks; b++) refresh(b);
    auto range = [&](int from, int to, int change) {  // places from..to-1
        for (int b = from / SIZE; b < blocks && b * SIZE < to; b++) {
            int left = max(from, b * SIZE), right = min(to, min(n, (b + 1) * SIZE));
            if (right - left == min(n, (b + 1) * SIZE) - b * SIZE) {
                lazy[b] += change;
                continue;
            }
            for (int i = left; i < right; i++) difference[i] += change;
            refresh(b);
        }
    };
    vector<int> wins(n), place(n + 1);  // place[w]: first place of the sorted list with at least w wins
    for (int i = 0; i < n; i++) wins[i] = n - 1 - i;
    for (int w = 0; w <= n; w++) place[w] = w;
    unordered_set<long long> turned;
    while (q--) {
        int x, y;
        scanf("%d %d", &x, &y);
        x--, y--;
        if (x > y) swap(x, y);
        long long game = (long long)x * n + y;
        if (!turned.insert(game).second) {
            turned.erase(game);
            swap(x, y);
        }
        int up = --place[wins[y] + 1];
        wins[y]++;
        int down = place[wins[x]]++;
        wins[x]--;
        if (up < down) range(up, down, 1);
        else range(down, up, -1);
        long long answer = choose(n);
        int before = -1;
        for (int b = 0; b < blocks; b++) {
            if (low[b] + lazy[b] != 0) continue;
            answer += choose(first[b] - before) + pairs[b];
            before = last[b];
        }
        printf("%lld\n", answer);
    }
}
