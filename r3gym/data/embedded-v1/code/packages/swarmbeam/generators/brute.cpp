// Brute force: golden-section search over time around the largest circle that two or three drones force on all.
#include <bits/stdc++.h>
using namespace std;
typedef long double D;
int n;
vector<array<D, 4>> drones;

// The smallest enclosing circle is the largest among the smallest circles of all pairs and triples.
D radius(D t) {
    vector<complex<D>> p;
    for (auto& d : drones) p.push_back({d[0] + t * d[2], d[1] + t * d[3]});
    D best = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            best = max(best, abs(p[i] - p[j]) / 2);
            for (int k = j + 1; k < n; k++) {
                D a = abs(p[i] - p[j]), b = abs(p[j] - p[k]), c = abs(p[k] - p[i]);
                D longest = max({a, b, c});
                D area = fabsl(imag(conj(p[j] - p[i]) * (p[k] - p[i]))) / 2;
                bool acute = a * a + b * b + c * c > 2 * longest * longest;
                if (acute && area > 1e-12L) best = max(best, a * b * c / (4 * area));
            }
        }
    return best;
}

int main() {
    D end;
    cin >> n >> end;
    drones.resize(n);
    for (auto& d : drones) cin >> d[0] >> d[1] >> d[2] >> d[3];
    const D ratio = (sqrtl(5) - 1) / 2;
    D low = 0, high = end;
    for (int i = 0; i < 120; i++) {
        D left = high - ratio * (high - low), right = low + ratio * (high - low);
        if (radius(left) <= radius(right)) high = right;
        else low = left;
    }
    printf("%.12Lf\n", radius((low + high) / 2));
}
