// Mistake: counts in 32 bits.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, m, k;
    string s;
    cin >> n >> m >> k >> s;
    vector<int> need(26, 0), have(26, 0);
    for (int i = 0; i < k; i++) {
        char c;
        cin >> c;
        cin >> need[c - 'a'];
    }
    int open = k, left = 0;  // open: wishes not met by the squares left..right
    int ways = 0;
    for (int right = 0; right < n; right++) {
        int c = s[right] - 'a';
        if (++have[c] == need[c]) open--;
        while (open == 0) {
            int d = s[left++] - 'a';
            if (have[d]-- == need[d]) open++;
        }
        // Starts 0..left-1 are good; the envelope allows starts from right - m + 1.
        ways += max(0, left - max(0, right - m + 1));
    }
    cout << ways << "\n";
}
