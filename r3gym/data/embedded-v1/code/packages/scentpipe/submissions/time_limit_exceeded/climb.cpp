// Right but slow: from every house climbs all the way to the spring.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> parent(n + 1, 0), s(n + 1);
    for (int i = 2; i <= n; i++) cin >> parent[i];
    for (int i = 1; i <= n; i++) cin >> s[i];
    for (int i = 1; i <= n; i++) {
        int noticed = 0, pipes = 0;
        for (int v = i; v != 0; v = parent[v]) noticed += s[v] >= pipes++;
        cout << noticed << (i < n ? " " : "\n");
    }
}
