// Right but slow: within the ternary search, tries the circles of all pairs and triples of drones.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
using namespace std;

int n, horizon;
vector<double> x, y, u, v, px, py;

bool inside(double cx, double cy, double r2) {
    for (int i = 0; i < n; i++)
        if ((px[i] - cx) * (px[i] - cx) + (py[i] - cy) * (py[i] - cy) > r2 * (1 + 1e-12) + 1e-12) return false;
    return true;
}

double radius(double t) {
    for (int i = 0; i < n; i++) px[i] = x[i] + t * u[i], py[i] = y[i] + t * v[i];
    if (n == 1) return 0;
    double best = 1e18;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double cx = (px[i] + px[j]) / 2, cy = (py[i] + py[j]) / 2;
            double r2 = (px[i] - cx) * (px[i] - cx) + (py[i] - cy) * (py[i] - cy);
            if (r2 < best && inside(cx, cy, r2)) best = r2;
            for (int k = 0; k < j; k++) {
                double bx = px[j] - px[i], by = py[j] - py[i], kx = px[k] - px[i], ky = py[k] - py[i];
                double d = 2 * (bx * ky - by * kx);
                if (d == 0) continue;
                double b2 = bx * bx + by * by, k2 = kx * kx + ky * ky;
                double ox = (ky * b2 - by * k2) / d, oy = (bx * k2 - kx * b2) / d;
                r2 = ox * ox + oy * oy;
                if (r2 < best && inside(px[i] + ox, py[i] + oy, r2)) best = r2;
            }
        }
    return sqrt(best);
}

int main() {
    if (scanf("%d %d", &n, &horizon) != 2) return 1;
    x.resize(n), y.resize(n), u.resize(n), v.resize(n), px.resize(n), py.resize(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lf %lf %lf %lf", &x[i], &y[i], &u[i], &v[i]) != 4) return 1;
    double low = 0, high = horizon;
    for (int round = 0; round < 100; round++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (radius(a) < radius(b)) high = b;
        else low = a;
    }
    printf("%.9f\n", min({radius((low + high) / 2), radius(0), radius(horizon)}));
}
