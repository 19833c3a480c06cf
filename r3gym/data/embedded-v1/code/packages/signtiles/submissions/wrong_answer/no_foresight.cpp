// Mistake: takes the smallest tile that is allowed now and never thinks of the rest.
#include <array>
#include <iostream>
#include <string>
using namespace std;

int main() {
    int n, a, b;
    string tiles, word;
    cin >> n >> a >> b >> tiles;
    const string vowels = "aeiou";
    auto kind = [&](int letter) { return vowels.find(char('a' + letter)) == string::npos ? 1 : 0; };
    array<int, 26> count{};
    array<long long, 2> left{}, limit{a, b};
    for (char c : tiles) {
        count[c - 'a']++;
        left[kind(c - 'a')]++;
    }
    int last = -1, run = 0;
    for (int i = 0; i < n; i++) {
        int chosen = -1;
        for (int letter = 0; letter < 26 && chosen < 0; letter++) {
            if (count[letter] == 0) continue;
            int me = kind(letter), other = 1 - me;
            long long length = me == last ? run + 1 : 1;
            long long mine = left[me] - 1, others = left[other];
            // My tiles go on with this run or stand behind one of the others; theirs stand before or behind mine.
            bool fits = length <= limit[me];
            if (fits) chosen = letter;
        }
        if (chosen < 0) {
            cout << "impossible\n";
            return 0;
        }
        run = kind(chosen) == last ? run + 1 : 1;
        last = kind(chosen);
        count[chosen]--;
        left[last]--;
        word += char('a' + chosen);
    }
    cout << word << "\n";
}
