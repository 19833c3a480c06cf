// Right but slow: puts down the smallest allowed tile and takes tiles back when it gets stuck.
#include <array>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, a, b;
    string tiles;
    cin >> n >> a >> b >> tiles;
    const string vowels = "aeiou";
    array<int, 26> count{};
    for (char c : tiles) count[c - 'a']++;
    vector<int> word, run{0}, kinds{-1};
    int letter = 0;  // next tile to try
    while (int(word.size()) < n) {
        bool placed = false;
        for (; letter < 26 && !placed; letter++) {
            if (count[letter] == 0) continue;
            int kind = vowels.find(char('a' + letter)) == string::npos ? 1 : 0;
            int length = kind == kinds.back() ? run.back() + 1 : 1;
            if (length > (kind ? b : a)) continue;
            count[letter]--;
            word.push_back(letter);
            run.push_back(length);
            kinds.push_back(kind);
            placed = true;
        }
        if (placed) {
            letter = 0;
        } else {
            if (word.empty()) {
                cout << "impossible\n";
                return 0;
            }
            letter = word.back() + 1;
            count[word.back()]++;
            word.pop_back();
            run.pop_back();
            kinds.pop_back();
        }
    }
    for (int x : word) cout << char('a' + x);
    cout << "\n";
}
