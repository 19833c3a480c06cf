// For each direction the exception number k + 1 at or after a start ends its rounds; the better direction counts.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, k;
    string ring, log;
    cin >> n >> m >> k >> ring >> log;
    vector<int> place(26, 0);
    for (int i = 0; i < m; i++) place[ring[i] - 'a'] = i;
    vector<int> reach(n, 0);  // how many rounds start here
    for (int way : {1, m - 1}) {
        vector<int> bad;  // first letters of the steps that do not go this way
        for (int i = 0; i + 1 < n; i++)
            if ((place[log[i] - 'a'] + way) % m != place[log[i + 1] - 'a']) bad.push_back(i);
        size_t first = 0;
        for (int i = 0; i < n; i++) {
            if (first < bad.size() && bad[first] < i) first++;
            int end = first + k < bad.size() ? bad[first + k] : n - 1;
            reach[i] = max(reach[i], end - i + 1);
        }
    }
    long long rounds = 0;
    for (int i = 0; i < n; i++) rounds += reach[i];
    cout << rounds << "\n";
}
