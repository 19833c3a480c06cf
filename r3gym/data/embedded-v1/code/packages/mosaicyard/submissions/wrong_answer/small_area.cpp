// Mistake: computes the area in 32 bits.
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> x(n), y(n);
    for (int i = 0; i < n; i++) cin >> x[i] >> y[i];
    int twice = 0, rope = 0, black_rope = 0;  // twice the area; studs on the rope
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        int dx = x[j] - x[i], dy = y[j] - y[i];
        twice += x[i] * y[j] - x[j] * y[i];
        rope += gcd(dx, dy);
        black_rope += gcd((dx + dy) / 2, (dx - dy) / 2);
    }
    twice = abs(twice);
    int all = (twice - rope) / 2 + 1;
    int black = (twice / 2 - black_rope) / 2 + 1;
    cout << black << " " << all - black << "\n";
}
