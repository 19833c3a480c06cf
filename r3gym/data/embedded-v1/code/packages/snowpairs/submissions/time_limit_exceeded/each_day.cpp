// Right but slow: goes through all villages on every day.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, d;
    cin >> n >> d;
    vector<int> parent(n + 1, 0);
    for (int i = 2; i <= n; i++) cin >> parent[i];
    while (d--) {
        int k;
        cin >> k;
        vector<char> snow(n + 1, 0);
        vector<int> part(n + 1, 1);
        snow[0] = 1;
        while (k--) {
            int v;
            cin >> v;
            snow[v] = 1;
        }
        long long contacts = 0;
        for (int i = n; i >= 1; i--) {
            if (snow[i]) continue;
            if (snow[parent[i]])
                contacts += part[i] * (part[i] - 1LL) / 2;
            else
                part[parent[i]] += part[i];
        }
        cout << contacts << "\n";
    }
}
