// Right but slow: for every set of colours goes through the whole thread to count the groups of the others.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, k;
    string thread;
    cin >> n >> k >> thread;
    vector<int> best(1 << k, n);
    best[0] = 0;
    for (int set = 0; set < 1 << k; set++) {
        vector<int> groups(k, 0);
        int previous = -1;
        for (char bead : thread) {
            int c = bead - 'a';
            if (set >> c & 1) continue;
            if (c != previous) groups[c]++;
            previous = c;
        }
        for (int c = 0; c < k; c++)
            if (!(set >> c & 1)) best[set | 1 << c] = min(best[set | 1 << c], best[set] + groups[c]);
    }
    cout << best.back() << "\n";
}
