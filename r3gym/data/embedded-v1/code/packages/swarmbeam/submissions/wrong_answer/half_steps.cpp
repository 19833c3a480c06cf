// Mistake: looks at the moments 0, 1/2, 1, 3/2, ... only.
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
    P o = p[0];
    double r = 0, eps = 1e-9;
    for (size_t i = 1; i < p.size(); i++) {
        if (dist(o, p[i]) <= r + eps) continue;
        o = p[i], r = 0;
        for (size_t j = 0; j < i; j++) {
            if (dist(o, p[j]) <= r + eps) continue;
            o = {(p[i].x + p[j].x) / 2, (p[i].y + p[j].y) / 2};
            r = dist(p[i], p[j]) / 2;
            for (size_t k = 0; k < j; k++)
                if (dist(o, p[k]) > r + eps) o = circumcentre(p[i], p[j], p[k]), r = dist(o, p[i]);
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
    double best = 1e18;
    for (int half = 0; half <= 2 * end; half++) {
        for (int i = 0; i < n; i++) now[i] = {at[i].x + half / 2.0 * speed[i].x, at[i].y + half / 2.0 * speed[i].y};
        shuffle(now.begin(), now.end(), mt19937(half));
        best = min(best, enclosing(now));
    }
    printf("%.9f\n", best);
}
