// The radius of the smallest enclosing circle is a convex function of time: ternary search around an
// incremental (expected linear) smallest enclosing circle.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>
using namespace std;

struct P { double x, y; };

double dist(P a, P b) { return hypot(a.x - b.x, a.y - b.y); }

P circumcentre(P a, P b, P c) {
    double bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
    double d = 2 * (bx * cy - by * cx), b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    return {a.x + (cy * b2 - by * c2) / d, a.y + (bx * c2 - cx * b2) / d};
}

double enclosing(const vector<P>& p) {
    const double eps = 1e-9;
    P o = p[0];
    double r = 0;
    for (size_t i = 1; i < p.size(); i++) {
        if (dist(o, p[i]) <= r + eps) continue;
        o = p[i];
        r = 0;
        for (size_t j = 0; j < i; j++) {
            if (dist(o, p[j]) <= r + eps) continue;
            o = {(p[i].x + p[j].x) / 2, (p[i].y + p[j].y) / 2};
            r = dist(p[i], p[j]) / 2;
            for (size_t k = 0; k < j; k++) {
                if (dist(o, p[k]) <= r + eps) continue;
                o = circumcentre(p[i], p[j], p[k]);
                r = dist(o, p[i]);
            }
        }
    }
    return r;
}

int main() {
    int n, end;
    if (scanf("%d %d", &n, &end) != 2) return 1;
    vector<P> at(n), speed(n), now(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lf %lf %lf %lf", &at[i].x, &at[i].y, &speed[i].x, &speed[i].y) != 4) return 1;
    vector<int> order(n);
    for (int i = 0; i < n; i++) order[i] = i;
    shuffle(order.begin(), order.end(), mt19937(12345));
    auto radius = [&](double t) {
        for (int i = 0; i < n; i++) now[i] = {at[order[i]].x + t * speed[order[i]].x, at[order[i]].y + t * speed[order[i]].y};
        return enclosing(now);
    };
    double low = 0, high = end;
    for (int round = 0; round < 100; round++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (radius(a) < radius(b)) high = b;
        else low = a;
    }
    printf("%.9f\n", min({radius((low + high) / 2), radius(0), radius(end)}));
}
