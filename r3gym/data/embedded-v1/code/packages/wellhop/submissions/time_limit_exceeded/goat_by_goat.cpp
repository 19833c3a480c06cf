// Right but slow: computes the values from the bottom up anew for every goat.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int top, d, k, g;
    cin >> top >> d >> k >> g;
    vector<char> here(top + 1, 0);
    for (int i = 0; i < k; i++) {
        int w;
        cin >> w;
        here[w] = 1;
    }
    vector<int> goat(g), own(g);
    vector<vector<int>> reached(g);
    int sum = 0;
    for (int i = 0; i < g; i++) {
        cin >> goat[i];
        vector<int> value(goat[i] + 1, 0);
        int below = -1;
        for (int p = 1; p <= goat[i]; p++) {
            if (here[p - 1]) below = p - 1;
            vector<int> targets = {value[p - 1]};
            if (p >= d) targets.push_back(value[p - d]);
            if (below >= 0 && below != p - 1 && below != p - d) targets.push_back(value[below]);
            bool found = true;
            while (found) {
                found = false;
                for (int v : targets) found = found || v == value[p];
                if (found) value[p]++;
            }
            if (p == goat[i]) reached[i] = targets;
        }
        own[i] = value[goat[i]];
        sum ^= own[i];
    }
    int moves = 0;
    for (int i = 0; i < g; i++)
        for (int v : reached[i])
            if (v == (sum ^ own[i])) moves++;
    cout << moves << "\n";
}
