// Mistake: leaves equally urgent merchants in whatever order the sort gives.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<long long> pay(n), loss(n);
    vector<int> order(n);
    for (int i = 0; i < n; i++) {
        int t;
        cin >> pay[i] >> t;
        loss[i] = (1LL << t) - 1;
        order[i] = i;
    }
    sort(order.begin(), order.end(), [&](int i, int j) {
        long long first = pay[i] * loss[j], second = pay[j] * loss[i];
        return first > second;
    });
    for (int i = 0; i < n; i++) cout << order[i] + 1 << (i + 1 < n ? ' ' : '\n');
}
