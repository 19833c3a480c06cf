// Mistake: takes half the distance of the two drones that are farthest apart.
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
        double far = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                far = max(far, hypot(x[i] - x[j] + t * (u[i] - u[j]), y[i] - y[j] + t * (v[i] - v[j])));
        return far / 2;
    };
    double low = 0, high = end;
    for (int round = 0; round < 60; round++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (radius(a) < radius(b)) high = b;
        else low = a;
    }
    printf("%.9f\n", radius(low));
}
