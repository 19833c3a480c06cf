// Right but slow: a new search for every visitor.
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    int k, m, q;
    cin >> k >> m >> q;
    vector<int> power(k + 1, 1);
    for (int i = 0; i < k; i++) power[i + 1] = power[i] * (m + 1);
    auto read = [&] {
        int code = 0;
        for (int i = 0; i < k; i++) {
            int level;
            cin >> level;
            code += level * power[i];
        }
        return code;
    };
    int start = read();
    while (q--) {
        int goal = read();
        vector<int> moves(power[k], -1);
        queue<int> todo;
        moves[start] = 0;
        todo.push(start);
        while (!todo.empty() && moves[goal] < 0) {
            int code = todo.front();
            todo.pop();
            auto level = [&](int i) { return code / power[i] % (m + 1); };
            auto reach = [&](int next) {
                if (moves[next] >= 0) return;
                moves[next] = moves[code] + 1;
                todo.push(next);
            };
            if (level(0) < m) reach(code + 1);
            if (level(k - 1) > 0) reach(code - power[k - 1]);
            for (int i = 0; i + 1 < k; i++) {
                int sum = level(i) + level(i + 1), rise = sum - sum / 2 - level(i);
                reach(code + rise * (power[i] - power[i + 1]));
            }
        }
        cout << moves[goal] << "\n";
    }
}
