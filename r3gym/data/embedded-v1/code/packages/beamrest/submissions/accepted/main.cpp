// Every column is the highest of a longest run; the parts left and right of it get its height for the lengths they lack.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> h(n + 2, 0), from(n + 2, 0), to(n + 2, n), stack;
    for (int i = 1; i <= n; i++) cin >> h[i];
    // The run of column i is from[i] + 1 .. to[i]; of equal heights the last one is taken to be the highest.
    for (int i = 1; i <= n; i++) {
        while (!stack.empty() && h[stack.back()] <= h[i]) {
            to[stack.back()] = i - 1;
            stack.pop_back();
        }
        from[i] = stack.empty() ? 0 : stack.back();
        stack.push_back(i);
    }
    vector<long long> change(n + 2, 0);
    for (int i = 1; i <= n; i++) {
        int left = i - 1 - from[i], right = to[i] - i, run = left + 1 + right;
        auto add = [&](long long columns, int shorter) {  // for the beam lengths shorter + 1 .. run
            change[shorter + 1] += columns * h[i];
            change[run + 1] -= columns * h[i];
        };
        add(left, left);
        add(right, right);
        add(1, 0);
    }
    long long sum = 0;
    for (int w = 1; w <= n; w++) {
        sum += change[w];
        cout << sum << "\n";
    }
}
