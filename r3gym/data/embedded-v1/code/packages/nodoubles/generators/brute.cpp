// Brute force: every cast, every pair of characters.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    long long n, c;
    cin >> n >> c;
    vector<pair<int, int>> pairs;
    for (int u = 0; u < n; u++)
        for (int v = u + 1; v < n; v++) pairs.push_back({u, v});
    vector<vector<int>> kind(n, vector<int>(n, 0));
    long long count = 0;
    while (true) {
        bool fine = true;
        for (auto [u, v] : pairs) {
            bool doubles = true;
            for (int x = 0; x < n; x++)
                if (x != u && x != v && kind[u][x] != kind[v][x]) doubles = false;
            if (doubles) fine = false;
        }
        if (fine) count++;
        size_t i = 0;  // the next cast, like a counter with digits 0..c-1
        while (i < pairs.size()) {
            auto [u, v] = pairs[i];
            int next = (kind[u][v] + 1) % c;
            kind[u][v] = kind[v][u] = next;
            if (next != 0) break;
            i++;
        }
        if (i == pairs.size()) break;
    }
    cout << count % 1000000007 << "\n";
}
