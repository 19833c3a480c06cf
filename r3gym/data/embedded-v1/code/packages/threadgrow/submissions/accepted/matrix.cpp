// The matrix of one year over all short words, written down from the definition, and its powers by repeated squaring.
#include <functional>
#include <iostream>
#include <string>
#include <vector>
using namespace std;
typedef unsigned long long ull;
typedef vector<vector<ull>> Matrix;
const ull MOD = 1000000007;

ull occurs(const string& word, const string& in) {
    vector<ull> ways(word.size() + 1, 0);
    ways[0] = 1;
    for (char c : in)
        for (int i = (int)word.size() - 1; i >= 0; i--)
            if (word[i] == c) ways[i + 1] += ways[i];
    return ways.back();
}

int main() {
    int k;
    long long n;
    cin >> k >> n;
    vector<string> rule(k);
    for (auto& r : rule) cin >> r;
    string coral, pattern;
    cin >> coral >> pattern;
    vector<string> words{""};
    for (size_t i = 0; i < words.size(); i++)
        if (words[i].size() < pattern.size())
            for (int c = 0; c < k; c++) words.push_back(words[i] + char('a' + c));
    int d = words.size();
    Matrix step(d, vector<ull>(d, 0));
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) {
            const string &old = words[i], &now = words[j];
            if (old.size() > now.size()) continue;
            function<ull(size_t, size_t)> split = [&](size_t a, size_t b) -> ull {
                if (a == old.size()) return b == now.size();
                ull sum = 0;
                for (size_t e = b + 1; e <= now.size(); e++)
                    sum += occurs(now.substr(b, e - b), rule[old[a] - 'a']) * split(a + 1, e) % MOD;
                return sum % MOD;
            };
            step[i][j] = split(0, 0);
        }
    vector<ull> now(d);
    for (int i = 0; i < d; i++) now[i] = occurs(words[i], coral) % MOD;
    for (; n > 0; n /= 2) {
        if (n % 2 == 1) {
            vector<ull> after(d, 0);
            for (int i = 0; i < d; i++)
                for (int j = 0; j < d; j++) after[j] = (after[j] + now[i] * step[i][j]) % MOD;
            now = after;
        }
        Matrix square(d, vector<ull>(d, 0));
        for (int i = 0; i < d; i++)
            for (int m = 0; m < d; m++)
                if (step[i][m] != 0)
                    for (int j = 0; j < d; j++)
                        if (step[m][j] != 0) square[i][j] = (square[i][j] + step[i][m] * step[m][j]) % MOD;
        step = square;
    }
    for (int i = 0; i < d; i++)
        if (words[i] == pattern) cout << now[i] << "\n";
}
