// Mistake: always takes the largest step, and calls it impossible when it has gone too far.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, c;
    cin >> n >> c;
    int odd = n % 2 ? n : n + 1;  // for an even league, the season of n + 1 teams without the last team
    vector<string> beats(n, string(n, '0'));
    vector<int> wins(n, 0);
    int surplus = n * (n - 1) * (n - 2) / 6 - c;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (i != j && (j - i + odd) % odd <= odd / 2) {
                beats[i][j] = '1';
                wins[i]++;
            }
        surplus -= wins[i] * (wins[i] - 1) / 2;
    }
    if (surplus < 0) {
        cout << "impossible\n";
        return 0;
    }
    while (surplus != 0) {
        if (surplus < 0) {
            cout << "impossible\n";
            return 0;
        }
        int best = 0, winner = 0, loser = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int less = 1 + wins[j] - wins[i];
                if (beats[i][j] == '1' && less > best) {
                    best = less;
                    winner = i;
                    loser = j;
                }
            }
        beats[winner][loser] = '0';
        beats[loser][winner] = '1';
        wins[winner]--;
        wins[loser]++;
        surplus -= best;
    }
    for (auto& row : beats) cout << row << "\n";
}
