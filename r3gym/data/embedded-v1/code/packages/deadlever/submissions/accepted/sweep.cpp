// Moves the right end: for each lever, how many starts have an even positive, an odd, or no number of pulls so far.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, b;
    cin >> n >> b;
    vector<long long> fine(b), even(b, 0), odd(b, 0), none(b, 0);
    for (long long& w : fine) cin >> w;
    long long total = 0;
    for (int i = 0; i < n; i++) {
        int a;
        cin >> a;
        for (int j = 0; j < b; j++) {
            none[j]++;
            if (a >> j & 1) {
                long long were_even = even[j];
                even[j] = odd[j];
                odd[j] = were_even + none[j];
                none[j] = 0;
            }
            total += fine[j] * even[j];
        }
    }
    cout << total << "\n";
}
