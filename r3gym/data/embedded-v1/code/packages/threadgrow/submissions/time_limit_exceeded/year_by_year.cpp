// Right but slow: goes through the years one by one, with the same linear map.
#include <iostream>
#include <map>
#include <string>
#include <vector>
using namespace std;
typedef long long ll;
typedef vector<ll> Row;     // for every short word, how often it occurs in some coral
typedef vector<Row> Table;  // several rows

const ll MOD = 1000000007;
vector<string> words;          // all words of at most as many letters as the pattern, shorter ones first
vector<int> head;              // the word without its last letter
vector<vector<int>> left_part, right_part;  // the word cut before its letter 0, 1, ...

Row occurrences(const string& coral) {
    Row row(words.size(), 0);
    row[0] = 1;
    for (char polyp : coral)
        for (int i = (int)words.size() - 1; i > 0; i--)
            if (words[i].back() == polyp) row[i] = (row[i] + row[head[i]]) % MOD;
    return row;
}

// What one occurrence of old word i becomes: the number of ways to form word j of non-empty parts, one from each old polyp.
Table growth(const Table& table) {
    Table from(words.size(), Row(words.size(), 0));
    from[0][0] = 1;
    for (size_t i = 1; i < words.size(); i++)
        for (size_t j = 1; j < words.size(); j++)
            for (size_t cut = 0; cut < words[j].size(); cut++) {
                ll before = from[head[i]][left_part[j][cut]];
                from[i][j] = (from[i][j] + before * table[words[i].back() - 'a'][right_part[j][cut]]) % MOD;
            }
    return from;
}

Row grow(const Table& from, const Row& now) {
    Row after(words.size(), 0);
    for (size_t i = 0; i < words.size(); i++)
        for (size_t j = 0; j < words.size(); j++) after[j] = (after[j] + from[i][j] * now[i]) % MOD;
    return after;
}

int main() {
    int k;
    ll n;
    cin >> k >> n;
    vector<string> rows(k);
    string coral, pattern;
    for (auto& row : rows) cin >> row;
    cin >> coral >> pattern;
    map<string, int> number;
    words.push_back("");
    for (size_t i = 0; i < words.size(); i++) {
        number[words[i]] = i;
        if (words[i].size() < pattern.size())
            for (int c = 0; c < k; c++) words.push_back(words[i] + char('a' + c));
    }
    left_part.resize(words.size());
    right_part.resize(words.size());
    for (size_t i = 0; i < words.size(); i++) {
        for (size_t cut = 0; cut < words[i].size(); cut++) {
            left_part[i].push_back(number[words[i].substr(0, cut)]);
            right_part[i].push_back(number[words[i].substr(cut)]);
        }
        head.push_back(i == 0 ? 0 : left_part[i].back());
    }
    Table table(k);
    for (int c = 0; c < k; c++) table[c] = occurrences(rows[c]);
    Row now = occurrences(coral);
    Table from = growth(table);
    while (n--) now = grow(from, now);
    cout << now[number[pattern]] << "\n";
}
