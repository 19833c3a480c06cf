// Mistake: when a car does not fit, later cars that do fit drive past it.
#include <algorithm>
#include <deque>
#include <iostream>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    deque<pair<long long, long long>> lane;
    while (q--) {
        char kind;
        long long x;
        cin >> kind >> x;
        if (kind == 'J') {
            long long size;
            cin >> size;
            lane.push_back({x, size});
        } else if (kind == 'L') {
            while (x > 0 && !lane.empty()) {
                long long gone = min(x, lane.back().first);
                x -= gone;
                lane.back().first -= gone;
                if (lane.back().first == 0) lane.pop_back();
            }
        } else {
            long long loaded = 0;
            for (auto& group : lane) {
                long long fit = min(group.first, x / group.second);
                loaded += fit;
                x -= fit * group.second;
                group.first -= fit;
                if (x == 0) break;
            }
            while (!lane.empty() && lane.front().first == 0) lane.pop_front();
            cout << loaded << " " << x << "\n";
        }
    }
}
