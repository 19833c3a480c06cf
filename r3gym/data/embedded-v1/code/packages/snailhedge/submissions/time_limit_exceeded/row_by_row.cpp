// Right but slow: adds up every square row by row, with prefix sums inside the rows only.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<vector<int>> row(n, vector<int>(m + 1, 0));
    for (int i = 0; i < n; i++) {
        string s;
        cin >> s;
        for (int j = 0; j < m; j++) row[i][j + 1] = row[i][j] + (s[j] - '0');
    }
    int fair = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 1; i + k <= n && j + k <= m; k++) {
                int all = 0, beds = 0;
                for (int r = i; r < i + k; r++) {
                    all += row[r][j + k] - row[r][j];
                    if (r > i && r < i + k - 1) beds += row[r][j + k - 1] - row[r][j + 1];
                }
                if (all == 2 * beds) fair++;
            }
    cout << fair << "\n";
}
