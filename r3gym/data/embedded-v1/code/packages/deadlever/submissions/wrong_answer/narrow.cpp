// Mistake: adds up in 32 bits.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, b;
    cin >> n >> b;
    vector<long long> fine(b);
    for (long long& w : fine) cin >> w;
    vector<int> sets(n);
    for (int& a : sets) cin >> a;
    int total = 0;
    for (int j = 0; j < b; j++) {
        long long seen[2] = {1, 0};  // prefixes by parity
        long long even = 0, untouched = 0, quiet = 0;
        int parity = 0;
        for (int a : sets) {
            int pulled = a >> j & 1;
            parity ^= pulled;
            even += seen[parity]++;
            quiet = pulled ? 0 : quiet + 1;
            untouched += quiet;
        }
        total += fine[j] * (even - untouched);
    }
    cout << total << "\n";
}
