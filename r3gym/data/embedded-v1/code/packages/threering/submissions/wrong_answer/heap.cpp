// Mistake: checks the number of zeros only against the two borders and heaps the rest between two of them.
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
    if (!kind[1].empty() && !kind[2].empty() && kind[0].size() < 2) {
        cout << "impossible\n";
        return 0;
    }
    vector<int> order;
    if (!kind[0].empty()) {
        order.push_back(kind[0].back());
        kind[0].pop_back();
    }
    for (int x : kind[1]) order.push_back(x);
    for (int x : kind[0]) order.push_back(x);
    for (int x : kind[2]) order.push_back(x);
    for (int x : order) cout << x << ' ';
    cout << "\n";
}
