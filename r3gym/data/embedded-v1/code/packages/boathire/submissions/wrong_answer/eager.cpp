// Mistake: accepts whenever a boat is free, or if the payment is more than the cheapest compensation.
#include <functional>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    int n, k;
    cin >> n >> k;
    priority_queue<int, vector<int>, greater<int>> reserved;
    long long money = 0;
    while (n--) {
        int r, c;
        cin >> r >> c;
        if (int(reserved.size()) == k) {
            if (r <= reserved.top()) continue;
            money -= reserved.top();
            reserved.pop();
        }
        money += r;
        reserved.push(c);
    }
    cout << money << "\n";
}
