// Greedy from the left: turn each wheel to 9 or as far as the presses last; the rest of the presses goes to the last button.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, w;
    long long k;
    string s;
    cin >> n >> w >> k >> s;
    vector<int> press(n, 0);
    int turned = 0;  // presses (of those that matter) that move the present wheel
    for (int i = 0; i < n; i++) {
        if (i >= w) turned -= press[i - w];
        int digit = (s[i] - '0' + turned) % 10;
        // Only the number modulo 10 matters at the last wheel, where all presses that are left are used.
        press[i] = i == n - 1 ? k % 10 : min<long long>(9 - digit, k);
        k -= press[i];
        turned += press[i];
        s[i] = '0' + (digit + press[i]) % 10;
    }
    cout << s << "\n";
}
