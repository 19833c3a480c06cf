// Around every centre the square grows ring by ring; a ring comes from prefix sums of single rows and columns.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<vector<int>> row(n, vector<int>(m + 1, 0)), column(m, vector<int>(n + 1, 0));
    for (int i = 0; i < n; i++) {
        string s;
        cin >> s;
        for (int j = 0; j < m; j++) {
            row[i][j + 1] = row[i][j] + (s[j] - '0');
            column[j][i + 1] = column[j][i] + (s[j] - '0');
        }
    }
    int fair = 0;
    for (int side = 1; side <= 2; side++)
        for (int i = 0; i + side <= n; i++)
            for (int j = 0; j + side <= m; j++) {
                int top = i, left = j, bottom = i + side - 1, right = j + side - 1, beds = 0;
                while (top >= 0 && left >= 0 && bottom < n && right < m) {
                    int hedge = row[top][right + 1] - row[top][left];
                    if (top < bottom) {
                        hedge += row[bottom][right + 1] - row[bottom][left];
                        hedge += column[left][bottom] - column[left][top + 1];
                        hedge += column[right][bottom] - column[right][top + 1];
                    }
                    if (hedge == beds) fair++;
                    beds += hedge;
                    top--, left--, bottom++, right++;
                }
            }
    cout << fair << "\n";
}
