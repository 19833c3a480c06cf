// Mistake: for every right end counts all starts up to the best one, and forgets the envelope unless that start breaks it.
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
        if (right - (left - 1) + 1 <= m) ways += left;
    }
    cout << ways << "\n";
}
