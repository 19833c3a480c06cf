// Right but slow: turns a match between equal teams, which removes one circle, and counts all circles again.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, c;
    cin >> n >> c;
    int odd = n % 2 ? n : n + 1;
    vector<string> beats(n, string(n, '0'));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j && (j - i + odd) % odd <= odd / 2) beats[i][j] = '1';
    while (true) {
        int circles = 0;
        vector<int> wins(n, 0);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                wins[i] += beats[i][j] == '1';
                for (int k = 0; i < j && k < n; k++)
                    if (j < k && beats[i][j] == beats[j][k] && beats[j][k] == beats[k][i]) circles++;
            }
        if (circles < c) {
            cout << "impossible\n";
            return 0;
        }
        if (circles == c) break;
        bool turned = false;
        for (int i = 0; i < n && !turned; i++)
            for (int j = 0; j < n && !turned; j++)
                if (wins[i] == wins[j] && beats[i][j] == '1') {
                    beats[i][j] = '0';
                    beats[j][i] = '1';
                    turned = true;
                }
    }
    for (auto& row : beats) cout << row << "\n";
}
