// Mistake: adds the four sides of the hedge, so that the corners count twice.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

vector<vector<int>> sum;

int snails(int top, int left, int bottom, int right) {  // rows top..bottom-1, columns left..right-1
    if (top >= bottom) return 0;
    return sum[bottom][right] - sum[top][right] - sum[bottom][left] + sum[top][left];
}

int main() {
    int n, m;
    cin >> n >> m;
    sum.assign(n + 1, vector<int>(m + 1, 0));
    for (int i = 0; i < n; i++) {
        string row;
        cin >> row;
        for (int j = 0; j < m; j++) sum[i + 1][j + 1] = sum[i][j + 1] + sum[i + 1][j] - sum[i][j] + (row[j] - '0');
    }
    int fair = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 1; i + k <= n && j + k <= m; k++)
                {
                    int hedge = snails(i, j, i + 1, j + k);
                    if (k > 1) hedge += snails(i + k - 1, j, i + k, j + k) + snails(i, j, i + k, j + 1) + snails(i, j + k - 1, i + k, j + k);
                    if (hedge == snails(i + 1, j + 1, i + k - 1, j + k - 1)) fair++;
                }
    cout << fair << "\n";
}
