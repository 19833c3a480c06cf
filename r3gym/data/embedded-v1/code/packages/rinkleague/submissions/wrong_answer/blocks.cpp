// Mistake: puts balanced groups of teams in a ranking and takes the largest group that fits, so that teams may run out.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, c;
    cin >> n >> c;
    auto most = [](int m) { return m * (m * m - (m % 2 ? 1 : 4)) / 24; };
    vector<string> beats(n, string(n, '0'));
    int at = 0;
    while (at < n) {
        int size = 1;
        while (at + size < n && most(size + 1) <= c) size++;
        if (size == 2) size = 1;
        if (size > 2) c -= most(size);
        int odd = size % 2 ? size : size + 1;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++)
                if (i != j && (j - i + odd) % odd <= odd / 2) beats[at + i][at + j] = '1';
            for (int j = at + size; j < n; j++) beats[at + i][j] = '1';
        }
        at += size;
    }
    if (c > 0) {
        cout << "impossible\n";
        return 0;
    }
    for (auto& row : beats) cout << row << "\n";
}
