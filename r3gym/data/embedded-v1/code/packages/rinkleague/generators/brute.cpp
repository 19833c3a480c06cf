// Brute force: every season, circles counted triple by triple.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, c;
    cin >> n >> c;
    vector<string> beats(n, string(n, '0'));
    for (long long season = 0; season < 1LL << (n * (n - 1) / 2); season++) {
        int bit = 0, circles = 0;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                bool won = season >> bit++ & 1;
                beats[i][j] = won ? '1' : '0';
                beats[j][i] = won ? '0' : '1';
            }
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                for (int k = j + 1; k < n; k++)
                    if (beats[i][j] == beats[j][k] && beats[j][k] == beats[k][i]) circles++;
        if (circles == c) {
            for (auto& row : beats) cout << row << "\n";
            return 0;
        }
    }
    cout << "impossible\n";
}
