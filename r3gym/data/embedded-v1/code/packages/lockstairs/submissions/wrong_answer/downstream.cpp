// Mistake: water flows through a gate only from chamber i to chamber i + 1.
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
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
    vector<int> moves(power[k], -1);
    queue<int> todo;
    int start = read();
    moves[start] = 0;
    todo.push(start);
    while (!todo.empty()) {
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
            int low = (level(i) + level(i + 1)) / 2, flow = level(i + 1) - low;  // flow goes from i + 1 to i
            if (flow <= 0) reach(code + flow * power[i] - flow * power[i + 1]);
        }
    }
    while (q--) cout << moves[read()] << "\n";
}
