// Mistake: puts the disc around the mean position of the drones.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    int n, end;
    if (scanf("%d %d", &n, &end) != 2) return 1;
    vector<double> x(n), y(n), u(n), v(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lf %lf %lf %lf", &x[i], &y[i], &u[i], &v[i]) != 4) return 1;
    auto radius = [&](double t) {
        double mx = 0, my = 0, far = 0;
        for (int i = 0; i < n; i++) mx += (x[i] + t * u[i]) / n, my += (y[i] + t * v[i]) / n;
        for (int i = 0; i < n; i++) far = max(far, hypot(x[i] + t * u[i] - mx, y[i] + t * v[i] - my));
        return far;
    };
    double low = 0, high = end;
    for (int round = 0; round < 200; round++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (radius(a) < radius(b)) high = b;
        else low = a;
    }
    printf("%.9f\n", radius(low));
}
