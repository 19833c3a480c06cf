// Mistake: counts coins in 32 bits.
#include <algorithm>
#include <functional>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> w(n), c(n);
    for (int i = 0; i < n; i++) cin >> w[i] >> c[i];
    vector<vector<int>> next(n);
    for (int i = 1; i < n; i++) {
        int a, b;
        cin >> a >> b;
        next[a - 1].push_back(b - 1);
        next[b - 1].push_back(a - 1);
    }
    vector<int> order = {0}, parent(n, -1);
    for (int i = 0; i < n; i++)
        for (int u : next[order[i]])
            if (u != parent[order[i]]) {
                parent[u] = order[i];
                order.push_back(u);
            }
    vector<int> left(n), swept(n);  // the parent's lane is left to the parent, or swept from here
    reverse(order.begin(), order.end());
    for (int v : order) {
        int sum = 0;
        vector<int> gain;  // what it saves if v sweeps the lane of this child
        for (int u : next[v])
            if (u != parent[v]) {
                sum += swept[u];
                gain.push_back(swept[u] - left[u]);
            }
        sort(gain.begin(), gain.end(), greater<int>());
        left[v] = sum;
        swept[v] = sum + w[v];
        for (int k = 1; k <= (int)gain.size(); k++) {
            sum -= gain[k - 1];
            left[v] = min(left[v], sum + (k + c[v] - 1) / c[v] * w[v]);
            swept[v] = min(swept[v], sum + (k + c[v]) / c[v] * w[v]);
        }
    }
    cout << left[0] << "\n";
}
