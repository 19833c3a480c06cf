// Right but slow: extends the piece square by square from every start.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, m, k;
    string s;
    cin >> n >> m >> k >> s;
    vector<int> need(26, 0);
    for (int i = 0; i < k; i++) {
        char c;
        cin >> c;
        cin >> need[c - 'a'];
    }
    long long ways = 0;
    for (int left = 0; left < n; left++) {
        vector<int> have(26, 0);
        int open = k;
        for (int right = left; right < n && right < left + m; right++) {
            int c = s[right] - 'a';
            have[c]++;
            if (have[c] == need[c]) open--;
            if (open == 0) ways++;
        }
    }
    cout << ways << "\n";
}
