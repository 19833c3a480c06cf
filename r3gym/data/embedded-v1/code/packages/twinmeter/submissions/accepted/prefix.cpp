// Counts x <= bound for r and for l - 1 from the highest digit on; the carry that each digit will receive from below is
// guessed, and the difference of the digit sums is kept as it is.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

const long long mod = 1000000007;
const int width = 205, zero = 9 * width;

string pad(const string& s) { return string(width - s.size(), '0') + s; }

long long upto(const string& bound, const string& k) {
    // ways[tight][carry that must leave the digits still to come][difference + zero]
    vector<vector<vector<long long>>> ways(2, vector<vector<long long>>(2, vector<long long>(2 * zero + 1, 0)));
    ways[1][0][zero] = 1;
    for (int i = 0; i < width; i++) {
        vector<vector<vector<long long>>> next(2, vector<vector<long long>>(2, vector<long long>(2 * zero + 1, 0)));
        for (int tight = 0; tight < 2; tight++)
            for (int out = 0; out < 2; out++)
                for (int d = 0; d <= (tight ? bound[i] - '0' : 9); d++)
                    for (int in = 0; in < 2; in++) {
                        int y = d + (k[i] - '0') + in;
                        if ((y >= 10) != (out == 1)) continue;
                        int shift = y % 10 - d, still = tight && d == bound[i] - '0';
                        for (int s = 9; s <= 2 * zero - 9; s++)
                            if (ways[tight][out][s])
                                next[still][in][s + shift] = (next[still][in][s + shift] + ways[tight][out][s]) % mod;
                    }
        ways.swap(next);
    }
    return (ways[0][0][zero] + ways[1][0][zero]) % mod;
}

int main() {
    string l, r, k;
    cin >> l >> r >> k;
    l = pad(l), r = pad(r), k = pad(k);
    long long answer = upto(r, k);
    if (l != string(width, '0')) {
        int i = width - 1;
        while (l[i] == '0') l[i--] = '9';
        l[i]--;
        answer = (answer + mod - upto(l, k)) % mod;
    }
    cout << answer << "\n";
}
