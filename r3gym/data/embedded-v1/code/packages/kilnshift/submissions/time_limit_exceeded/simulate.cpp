// Right but slow: plays every single batch in order of time.
#include <iostream>
#include <queue>
#include <vector>
using namespace std;
typedef long long ll;

struct Kiln { ll w, p, c, k, r, done; };

int main() {
    int n;
    ll b;
    cin >> n >> b;
    vector<Kiln> kilns(n);
    priority_queue<pair<ll, int>, vector<pair<ll, int>>, greater<pair<ll, int>>> next;
    for (int i = 0; i < n; i++) {
        Kiln& x = kilns[i];
        cin >> x.w >> x.p >> x.c >> x.k >> x.r;
        x.done = 0;
        next.push({x.w + x.p, i});
    }
    ll now = 0;
    while (b > 0) {
        auto [t, i] = next.top();
        next.pop();
        Kiln& x = kilns[i];
        now = t;
        b -= x.c;
        x.done++;
        next.push({t + x.p + (x.done % x.k == 0 ? x.r : 0), i});
    }
    cout << now << "\n";
}
