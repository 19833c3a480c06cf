// Right but slow: for every advertisement and every end on the page, tries all advertisements as the one printed before it.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, k, h, g;
    cin >> n >> k >> h >> g;
    int column = h + g, length = k * column;
    vector<vector<long long>> best(n + 1, vector<long long>(length + 1, 0));  // i is the last one, it ends at p or before
    long long answer = 0;
    for (int i = 1; i <= n; i++) {
        int x, fee;
        cin >> x >> fee;
        x += g;
        for (int p = 1; p <= length; p++) {
            best[i][p] = best[i][p - 1];
            int from = p - x;
            if (from < (p - 1) / column * column) continue;
            for (int j = 0; j < i; j++)
                if (j == 0 || best[j][from] > 0) best[i][p] = max(best[i][p], best[j][from] + fee);
        }
        answer = max(answer, best[i][length]);
    }
    cout << answer << "\n";
}
