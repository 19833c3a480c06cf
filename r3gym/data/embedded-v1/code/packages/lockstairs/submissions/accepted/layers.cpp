// Grows layers of level vectors, kept in a hash table of strings.
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;

int main() {
    int k, m, q;
    scanf("%d %d %d", &k, &m, &q);
    auto read = [&] {
        u32string levels(k, U'\0');
        for (auto& level : levels) {
            unsigned x;
            scanf("%u", &x);
            level = x;
        }
        return levels;
    };
    unordered_map<u32string, int> moves;
    vector<u32string> layer{read()};
    moves[layer[0]] = 0;
    for (int depth = 1; !layer.empty(); depth++) {
        vector<u32string> next;
        auto reach = [&](const u32string& levels) {
            if (moves.emplace(levels, depth).second) next.push_back(levels);
        };
        for (auto& levels : layer) {
            auto copy = levels;
            if (copy[0] < char32_t(m)) {
                copy[0]++;
                reach(copy);
                copy = levels;
            }
            if (copy[k - 1] > 0) {
                copy[k - 1]--;
                reach(copy);
            }
            for (int i = 0; i + 1 < k; i++) {
                copy = levels;
                auto sum = levels[i] + levels[i + 1];
                copy[i + 1] = sum / 2;
                copy[i] = sum - sum / 2;
                reach(copy);
            }
        }
        layer.swap(next);
    }
    while (q--) {
        auto found = moves.find(read());
        printf("%d\n", found == moves.end() ? -1 : found->second);
    }
}
