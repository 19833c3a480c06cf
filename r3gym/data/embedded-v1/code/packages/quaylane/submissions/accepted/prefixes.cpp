// Running totals of cars and lengths over all groups that have not left; a ferry is a binary search in the lengths.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    vector<long long> cars = {0}, length = {0}, size = {1};  // totals up to each group
    long long gone = 0, gone_length = 0;                     // what the ferries have taken
    while (q--) {
        char kind;
        long long x;
        cin >> kind >> x;
        if (kind == 'J') {
            long long s;
            cin >> s;
            cars.push_back(cars.back() + x);
            length.push_back(length.back() + x * s);
            size.push_back(s);
        } else if (kind == 'L') {
            long long keep = max(gone, cars.back() - x);
            while (cars.size() > 1 && cars[cars.size() - 2] >= keep) {
                cars.pop_back();
                length.pop_back();
                size.pop_back();
            }
            length.back() -= (cars.back() - keep) * size.back();
            cars.back() = keep;
        } else {
            long long target = gone_length + x;
            size_t i = upper_bound(length.begin(), length.end(), target) - length.begin();
            long long end = cars[i - 1], end_length = length[i - 1];
            if (i < cars.size()) {
                if (end < gone) end = gone, end_length = gone_length;
                long long more = (target - end_length) / size[i];
                end += more;
                end_length += more * size[i];
            }
            cout << end - gone << " " << target - end_length << "\n";
            gone = end;
            gone_length = end_length;
        }
    }
}
