// Pick's theorem twice: for all studs, and for the black ones, which form a coarser lattice with cells of area 2.
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> x(n), y(n);
    for (int i = 0; i < n; i++) cin >> x[i] >> y[i];
    long long twice = 0, rope = 0, black_rope = 0;  // twice the area; studs on the rope
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        long long dx = x[j] - x[i], dy = y[j] - y[i];
        twice += x[i] * y[j] - x[j] * y[i];
        rope += gcd(dx, dy);
        black_rope += gcd((dx + dy) / 2, (dx - dy) / 2);
    }
    twice = llabs(twice);
    long long all = (twice - rope) / 2 + 1;
    long long black = (twice / 2 - black_rope) / 2 + 1;
    cout << black << " " << all - black << "\n";
}
