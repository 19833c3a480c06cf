// A double-ended queue of groups of equal cars; every event splits at most one group and removes the others it touches.
#include <algorithm>
#include <deque>
#include <iostream>
using namespace std;

struct Group {
    long long cars, size;
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    deque<Group> lane;
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
                long long gone = min(x, lane.back().cars);
                x -= gone;
                lane.back().cars -= gone;
                if (lane.back().cars == 0) lane.pop_back();
            }
        } else {
            long long loaded = 0;
            while (!lane.empty()) {
                Group& front = lane.front();
                long long fit = min(front.cars, x / front.size);
                loaded += fit;
                x -= fit * front.size;
                front.cars -= fit;
                if (front.cars > 0) break;
                lane.pop_front();
            }
            cout << loaded << " " << x << "\n";
        }
    }
}
