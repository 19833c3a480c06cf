// Mistake: adds the fees in 32 bits.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, k, h, g;
    cin >> n >> k >> h >> g;
    int column = h + g, length = k * column;
    vector<int> best(length + 1, 0);  // best[p]: nothing printed after position p
    while (n--) {
        int x, fee;
        cin >> x >> fee;
        x += g;
        for (int p = length; p > 0; p--) {
            int top = (p - 1) / column * column;
            if (p - x >= top) best[p] = max(best[p], best[p - x] + fee);
        }
        for (int p = 1; p <= length; p++) best[p] = max(best[p], best[p - 1]);
    }
    cout << best[length] << "\n";
}
