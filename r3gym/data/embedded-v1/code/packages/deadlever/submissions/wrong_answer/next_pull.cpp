// Mistake: takes only spans with exactly two pulls of a lever.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, b;
    cin >> n >> b;
    vector<long long> fine(b);
    for (long long& w : fine) cin >> w;
    vector<int> sets(n);
    for (int& a : sets) cin >> a;
    long long total = 0;
    for (int j = 0; j < b; j++) {
        vector<long long> when = {-1};
        for (int i = 0; i < n; i++)
            if (sets[i] >> j & 1) when.push_back(i);
        when.push_back(n);
        for (size_t i = 1; i + 2 < when.size(); i++)
            total += fine[j] * (when[i] - when[i - 1]) * (when[i + 2] - when[i + 1]);
    }
    cout << total << "\n";
}
