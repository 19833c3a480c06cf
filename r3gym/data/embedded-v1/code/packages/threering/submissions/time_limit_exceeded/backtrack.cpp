// Right but slow: tries the guests seat by seat and takes them back when nobody fits.
#include <iostream>
#include <vector>
using namespace std;

int n;
vector<int> a, order;
vector<char> used;

bool place() {
    if ((int)order.size() == n) return (order[0] + order[n - 1]) % 3 != 0;
    for (int i = 0; i < n; i++) {
        if (used[i] || (!order.empty() && (order.back() + a[i]) % 3 == 0)) continue;
        used[i] = 1;
        order.push_back(a[i]);
        if (place()) return true;
        order.pop_back();
        used[i] = 0;
    }
    return false;
}

int main() {
    cin >> n;
    a.resize(n);
    used.assign(n, 0);
    for (int& x : a) cin >> x;
    if (!place()) cout << "impossible\n";
    else
        for (int x : order) cout << x << ' ';
    cout << "\n";
}
