// The largest distance from (cx, cy) at time t is convex in (t, cx, cy): three nested golden section searches.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
using namespace std;

int n, horizon;
vector<double> x, y, u, v, px, py;

template <class F> double smallest(double low, double high, int rounds, F f) {
    const double g = (sqrt(5.0) - 1) / 2;
    double a = high - g * (high - low), b = low + g * (high - low), fa = f(a), fb = f(b), best = min(fa, fb);
    while (rounds-- > 0) {
        if (fa < fb) {
            high = b;
            b = a;
            fb = fa;
            a = high - g * (high - low);
            fa = f(a);
        } else {
            low = a;
            a = b;
            fa = fb;
            b = low + g * (high - low);
            fb = f(b);
        }
        best = min(best, min(fa, fb));
    }
    return best;
}

int main() {
    if (scanf("%d %d", &n, &horizon) != 2) return 1;
    x.resize(n), y.resize(n), u.resize(n), v.resize(n), px.resize(n), py.resize(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lf %lf %lf %lf", &x[i], &y[i], &u[i], &v[i]) != 4) return 1;
    auto at = [&](double t) {
        for (int i = 0; i < n; i++) px[i] = x[i] + t * u[i], py[i] = y[i] + t * v[i];
        auto [left, right] = minmax_element(px.begin(), px.end());
        auto [bottom, top] = minmax_element(py.begin(), py.end());
        double y0 = *bottom, y1 = *top;
        return smallest(*left, *right, 50, [&](double cx) {
            return smallest(y0, y1, 50, [&](double cy) {
                double far = 0;
                for (int i = 0; i < n; i++) {
                    double dx = px[i] - cx, dy = py[i] - cy;
                    far = max(far, dx * dx + dy * dy);
                }
                return sqrt(far);
            });
        });
    };
    double best = min({smallest(0, horizon, 50, at), at(0), at(horizon)});
    printf("%.9f\n", best);
}
