// Mistake: seats the guests in a row and forgets that the ends of the row meet.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> kind[3];
    for (int i = 0; i < n; i++) {
        int a;
        cin >> a;
        kind[a % 3].push_back(a);
    }
    int zeros = kind[0].size(), ones = kind[1].size(), twos = kind[2].size();
    bool mixed = ones > 0 && twos > 0;
    if (zeros > ones + twos + 1 || (mixed && zeros < 1)) {
        cout << "impossible\n";
        return 0;
    }
    vector<int> others = kind[1];
    others.insert(others.end(), kind[2].begin(), kind[2].end());
    int spare = mixed ? zeros - 1 : zeros;
    vector<int> order;
    if (spare > 0) {
        order.push_back(kind[0].back());
        kind[0].pop_back();
        spare--;
    }
    for (int i = 0; i < ones + twos; i++) {
        order.push_back(others[i]);
        bool border = mixed && i == ones - 1;
        if (!border && spare == 0) continue;
        if (!border) spare--;
        order.push_back(kind[0].back());
        kind[0].pop_back();
    }
    for (int i = 0; i < n; i++) cout << order[i] << (i + 1 < n ? ' ' : '\n');
}
