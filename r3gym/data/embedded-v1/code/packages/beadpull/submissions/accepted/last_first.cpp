// Savings instead of costs: every bead costs a pull unless it comes off with the previous one of its colour; sums over supersets.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, k;
    string thread;
    cin >> n >> k >> thread;
    int full = (1 << k) - 1;
    vector<int> latest(k, -1);
    // together[c][set]: pairs of successive beads of colour c with none of the colours of the set between them
    vector<vector<int>> together(k, vector<int>(full + 1, 0));
    for (int i = 0; i < n; i++) {
        int c = thread[i] - 'a', absent = full;
        for (int d = 0; d < k; d++)
            if (latest[d] > latest[c]) absent &= ~(1 << d);
        if (latest[c] >= 0) together[c][absent]++;
        latest[c] = i;
    }
    for (auto& pairs : together)
        for (int d = 0; d < k; d++)
            for (int set = full; set >= 0; set--)
                if (!(set >> d & 1)) pairs[set] += pairs[set | 1 << d];
    vector<int> saved(full + 1, 0);  // by the set of colours that are still on the thread
    for (int left = full; left > 0; left--)
        for (int c = 0; c < k; c++)
            if (left >> c & 1) {
                int rest = left & ~(1 << c);
                saved[rest] = max(saved[rest], saved[left] + together[c][rest]);
            }
    cout << n - saved[0] << "\n";
}
