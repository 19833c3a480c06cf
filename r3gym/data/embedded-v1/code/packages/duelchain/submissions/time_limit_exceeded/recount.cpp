// Right but slow: goes through the sorted numbers of wins after every correction.
#include <iostream>
#include <set>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    long long n, q;
    cin >> n >> q;
    vector<int> wins(n + 1), members(n, 1);  // members[w]: how many have w wins
    for (int i = 1; i <= n; i++) wins[i] = int(n) - i;
    set<pair<int, int>> turned;
    while (q--) {
        int x, y;
        cin >> x >> y;
        if (x > y) swap(x, y);
        if (!turned.insert({x, y}).second) {
            turned.erase({x, y});
            swap(x, y);
        }
        members[wins[x]--]--;
        members[wins[x]]++;
        members[wins[y]++]--;
        members[wins[y]]++;
        long long answer = n * (n - 1) / 2, k = 0, sum = 0, cut = 0;
        for (int w = 0; w < n; w++)
            for (int i = 0; i < members[w]; i++) {
                k++;
                sum += w;
                if (sum == k * (k - 1) / 2) {
                    answer += (k - cut) * (k - cut - 1) / 2;
                    cut = k;
                }
            }
        cout << answer << "\n";
    }
}
