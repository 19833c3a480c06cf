// Right but slow: loads and removes the cars one by one.
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
            for (; x > 0 && !lane.empty(); x--)
                if (--lane.back().first == 0) lane.pop_back();
        } else {
            long long loaded = 0;
            while (!lane.empty() && lane.front().second <= x) {
                x -= lane.front().second;
                loaded++;
                if (--lane.front().first == 0) lane.pop_front();
            }
            cout << loaded << " " << x << "\n";
        }
    }
}
