// Slides one window for each direction over the right ends; the left end that reaches further counts.
#include <algorithm>
#include <iostream>
#include <string>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m, k;
    string ring, log;
    cin >> n >> m >> k >> ring >> log;
    auto follows = [&](char a, char b) { return ring[(ring.find(a) + 1) % m] == b; };
    int left[2] = {0, 0}, bad[2] = {0, 0};
    long long rounds = 0;
    for (int right = 0; right < n; right++) {
        if (right > 0) {
            bad[0] += !follows(log[right - 1], log[right]);
            bad[1] += !follows(log[right], log[right - 1]);
        }
        for (; bad[0] > k; left[0]++) bad[0] -= !follows(log[left[0]], log[left[0] + 1]);
        for (; bad[1] > k; left[1]++) bad[1] -= !follows(log[left[1] + 1], log[left[1]]);
        rounds += right - min(left[0], left[1]) + 1;
    }
    cout << rounds << "\n";
}
