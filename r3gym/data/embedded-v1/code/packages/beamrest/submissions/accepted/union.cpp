// Columns are raised from the water in order of height; runs are merged with union-find, and each merge is booked at once.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <vector>
using namespace std;

vector<int> up;

int find(int x) {
    while (up[x] != x) x = up[x] = up[up[x]];
    return x;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> h(n), order(n), size(n, 0);
    for (int& x : h) cin >> x;
    up.resize(n);
    iota(up.begin(), up.end(), 0);
    iota(order.begin(), order.end(), 0);
    sort(order.begin(), order.end(), [&](int a, int b) { return h[a] < h[b]; });
    vector<long long> more(n + 2, 0);  // by how much the sum for a length exceeds that for the length before
    for (int i : order) {
        vector<int> parts{1}, starts{0};
        size[i] = 1;
        for (int j : {i - 1, i + 1})
            if (j >= 0 && j < n && size[find(j)] > 0) {
                int r = find(j);
                parts.push_back(size[r]);
                starts.push_back(size[r]);
                size[find(i)] += size[r];
                up[r] = find(i);
            }
        int run = size[find(i)];
        for (size_t p = 0; p < parts.size(); p++) {
            more[starts[p] + 1] += (long long)parts[p] * h[i];
            more[run + 1] -= (long long)parts[p] * h[i];
        }
    }
    for (int w = 1; w <= n; w++) {
        more[w] += more[w - 1];
        cout << more[w] << "\n";
    }
}
