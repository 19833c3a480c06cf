// Right but slow: extends the piece letter by letter from every start.
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
    long long rounds = 0;
    for (int i = 0; i < n; i++) {
        int forward = 0, backward = 0;
        for (int j = i; j < n; j++) {
            if (j > i) {
                int a = place[log[j - 1] - 'a'], b = place[log[j] - 'a'];
                if ((a + 1) % m != b) forward++;
                if ((b + 1) % m != a) backward++;
            }
            if (forward > k && backward > k) break;
            rounds++;
        }
    }
    cout << rounds << "\n";
}
