// Mistake: a piece of exactly m squares is refused when it is the longest one for its right end.
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
    int open = k, left = 0;
    long long ways = 0;
    for (int right = 0; right < n; right++) {
        int c = s[right] - 'a';
        if (++have[c] == need[c]) open--;
        while (open == 0) {
            int d = s[left++] - 'a';
            if (have[d]-- == need[d]) open++;
        }
        ways += max(0, left - max(0, right - m + 2));
    }
    cout << ways << "\n";
}
