// Mistake: acts as if there were always a well on terrace 0.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int top, d, k, g;
    cin >> top >> d >> k >> g;
    vector<int> well(top + 1, -1);  // the nearest well below
    vector<char> here(top + 1, 0);
    here[0] = 1;
    for (int i = 0; i < k; i++) {
        int w;
        cin >> w;
        here[w] = 1;
    }
    for (int p = 1; p <= top; p++) well[p] = here[p - 1] ? p - 1 : well[p - 1];
    auto targets = [&](int p) {
        vector<int> all;
        if (p >= 1) all.push_back(p - 1);
        if (p >= d) all.push_back(p - d);
        if (well[p] >= 0 && well[p] != p - 1 && well[p] != p - d) all.push_back(well[p]);
        return all;
    };
    vector<int> value(top + 1, 0);
    for (int p = 1; p <= top; p++) {
        int reached = 0;
        for (int q : targets(p)) reached |= 1 << value[q];
        while (reached >> value[p] & 1) value[p]++;
    }
    vector<int> goat(g);
    int sum = 0;
    for (int& p : goat) {
        cin >> p;
        sum ^= value[p];
    }
    int moves = 0;
    for (int p : goat)
        for (int q : targets(p))
            if (value[q] == (sum ^ value[p])) moves++;
    cout << moves << "\n";
}
