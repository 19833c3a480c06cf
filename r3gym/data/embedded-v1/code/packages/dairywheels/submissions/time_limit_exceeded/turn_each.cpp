// Right but slow: really turns all the wheels of every press.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, w;
    long long k;
    string s;
    cin >> n >> w >> k >> s;
    auto press = [&](int i) {
        for (int j = i; j < n && j < i + w; j++) s[j] = s[j] == '9' ? '0' : s[j] + 1;
        k--;
    };
    for (int i = 0; i + 1 < n; i++)
        while (k > 0 && s[i] != '9') press(i);
    for (k %= 10; k > 0;) press(n - 1);
    cout << s << "\n";
}
