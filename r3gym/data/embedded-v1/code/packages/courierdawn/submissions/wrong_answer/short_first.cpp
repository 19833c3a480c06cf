// Mistake: serves the neighbours that need least first.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int n;
vector<vector<pair<int, int>>> adj;

int need(int v, int from) {
    vector<int> all;
    for (auto [u, d] : adj[v])
        if (u != from) all.push_back(need(u, v) + d);
    sort(all.begin(), all.end());
    int result = 0;
    for (int i = 0; i < (int)all.size(); i++) result = max(result, all[i] + i + 1);
    return result;
}

int main() {
    string log;
    cin >> n >> log;
    adj.resize(n);
    vector<int> parent(n, -1);
    int at = 0, seen = 1;
    for (char ch : log) {
        if (ch == '<') {
            at = parent[at];
            continue;
        }
        parent[seen] = at;
        adj[at].push_back({seen, ch - '0'});
        adj[seen].push_back({at, ch - '0'});
        at = seen++;
    }
    if (n > 2000) {  // keep the wrong answer quick
        cout << need(0, -1) << " 1\n";
        return 0;
    }
    vector<int> total;
    for (int v = 0; v < n; v++) total.push_back(need(v, -1));
    int best = *min_element(total.begin(), total.end());
    cout << best << " " << count(total.begin(), total.end(), best) << "\n";
}
