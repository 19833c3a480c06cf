// Right but slow: goes through all days of every visit.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, c;
    cin >> n >> m >> c;
    vector<long long> beans(n + 1, 0);
    for (int i = 0; i < m; i++) {
        int a, b;
        cin >> a >> b;
        int field = 0;
        for (int day = a; day <= b; day++) {
            field = field == c ? 1 : field + 1;
            beans[day] += field;
        }
    }
    int when = 1;
    for (int day = 1; day <= n; day++)
        if (beans[day] > beans[when]) when = day;
    cout << beans[when] << " " << when << "\n";
}
