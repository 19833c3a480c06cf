// Right but slow: walks the whole shift.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n;
    long long t;
    string kinds;
    cin >> n >> t >> kinds;
    vector<int> d(n);
    for (int& x : d) cin >> x;
    vector<long long> stamps(n, 0);
    int room = 0;
    bool back = false;
    while (t--) {
        stamps[room]++;
        if (kinds[room] == 'T') back = !back;
        room = (room + (back ? n - d[room] : d[room])) % n;
    }
    int best = max_element(stamps.begin(), stamps.end()) - stamps.begin();
    cout << best + 1 << " " << stamps[best] << "\n";
}
