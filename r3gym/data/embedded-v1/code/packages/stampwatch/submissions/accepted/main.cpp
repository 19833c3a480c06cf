// Walk until a state (room, direction) repeats, then count the stamps of whole cycles at once and walk the rest.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n;
    long long t;
    string kinds;
    cin >> n >> t >> kinds;
    vector<int> d(n), walk, seen(2 * n, -1);  // state 2 * room + (1 if looking anticlockwise)
    for (int& x : d) cin >> x;
    int state = 0;
    while (seen[state] < 0) {
        seen[state] = walk.size();
        walk.push_back(state);
        int room = state / 2, back = state % 2;
        if (kinds[room] == 'T') back = 1 - back;
        room = (room + (back == 1 ? n - d[room] : d[room])) % n;
        state = 2 * room + back;
    }
    long long tail = seen[state], period = walk.size() - tail;
    vector<long long> stamps(n, 0);
    for (long long i = 0; i < (long long)walk.size(); i++) {
        if (i >= t) break;
        // The times i, i + period, i + 2 * period, ... below t, if i lies on the cycle.
        stamps[walk[i] / 2] += i < tail ? 1 : (t - 1 - i) / period + 1;
    }
    int best = 0;
    for (int i = 1; i < n; i++)
        if (stamps[i] > stamps[best]) best = i;
    cout << best + 1 << " " << stamps[best] << "\n";
}
