// Adding k changes the digit sum by S(k) - 9 * carries, so exactly S(k) / 9 carries are wanted. Digits are chosen from
// the lowest on; the state holds the carry, the number of carries, and how the digits so far compare with l and r.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    const int size = 203, mod = 1000000007;
    string l, r, k;
    cin >> l >> r >> k;
    int sum = 0;
    for (char c : k) sum += c - '0';
    if (sum % 9 != 0) {
        cout << 0 << "\n";
        return 0;
    }
    for (string* s : {&l, &r, &k}) {
        reverse(s->begin(), s->end());
        s->resize(size, '0');
    }
    auto compare = [](char digit, char bound, int before) { return digit == bound ? before : digit < bound ? 0 : 2; };
    // ways[carry][below, equal, above l][the same for r][carries]
    vector<int> zero(size + 2, 0);
    vector<vector<int>> now(18, zero);
    now[0 * 9 + 1 * 3 + 1][0] = 1;
    for (int i = 0; i < size; i++) {
        vector<vector<int>> next(18, zero);
        for (int state = 0; state < 18; state++)
            for (char d = '0'; d <= '9'; d++) {
                int carry = (d - '0' + k[i] - '0' + state / 9) >= 10;
                int to = carry * 9 + compare(d, l[i], state / 3 % 3) * 3 + compare(d, r[i], state % 3);
                for (int c = 0; c <= i; c++)
                    if (now[state][c]) next[to][c + carry] = (next[to][c + carry] + now[state][c]) % mod;
            }
        now.swap(next);
    }
    long long total = 0;
    for (int cl = 1; cl <= 2; cl++)
        for (int cr = 0; cr <= 1; cr++) total += now[cl * 3 + cr][sum / 9];
    cout << total % mod << "\n";
}
