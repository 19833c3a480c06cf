// For each colour, sums over subsets give how many of its neighbouring pairs have come together; then a dp over sets of colours.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, k;
    string thread;
    cin >> n >> k >> thread;
    int sets = 1 << k;
    vector<int> beads(k, 0), between(k, -1);  // between: colours since the latest bead of this colour, -1 before the first
    vector<vector<int>> joined(k, vector<int>(sets, 0));
    for (char bead : thread) {
        int c = bead - 'a';
        beads[c]++;
        if (between[c] >= 0) joined[c][between[c]]++;
        for (int d = 0; d < k; d++)
            if (between[d] >= 0) between[d] |= 1 << c;
        between[c] = 0;
    }
    for (auto& pairs : joined)
        for (int d = 0; d < k; d++)
            for (int set = 0; set < sets; set++)
                if (set >> d & 1) pairs[set] += pairs[set ^ 1 << d];
    vector<int> best(sets, n);
    best[0] = 0;
    for (int set = 0; set < sets; set++)
        for (int c = 0; c < k; c++)
            if (!(set >> c & 1)) best[set | 1 << c] = min(best[set | 1 << c], best[set] + beads[c] - joined[c][set]);
    cout << best[sets - 1] << "\n";
}
