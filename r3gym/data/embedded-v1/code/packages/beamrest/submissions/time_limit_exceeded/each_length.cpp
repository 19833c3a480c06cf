// Right but slow: for each length two sliding windows, first the maximum of each beam, then the minimum for each column.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> h(n), beam(n), queue(n);
    for (int& x : h) cin >> x;
    for (int w = 1; w <= n; w++) {
        int first = 0, last = 0, beams = n - w + 1;
        for (int i = 0; i < n; i++) {
            while (last > first && h[queue[last - 1]] <= h[i]) last--;
            queue[last++] = i;
            if (queue[first] <= i - w) first++;
            if (i >= w - 1) beam[i - w + 1] = h[queue[first]];
        }
        long long sum = 0;
        first = last = 0;
        for (int i = 0; i < n; i++) {
            if (i < beams) {
                while (last > first && beam[queue[last - 1]] >= beam[i]) last--;
                queue[last++] = i;
            }
            if (queue[first] <= i - w) first++;
            sum += beam[queue[first]];
        }
        cout << sum << "\n";
    }
}
