// Mistake: leaves behind the sledge with the largest product of minutes and fish.
#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<pair<int, int>> sledge(n);  // minutes, fish per minute
    for (auto& [time, fish] : sledge) cin >> time >> fish;
    sort(sledge.begin(), sledge.end(), [](const pair<int, int>& a, const pair<int, int>& b) {
        return a.first * b.second < b.first * a.second;
    });
    long long hungry = 0;  // fish per minute of the sledges from here on
    for (auto& [time, fish] : sledge) hungry += fish;
    long long total = 0, clock = 0, saved = 0, best = -1;
    for (auto& [time, fish] : sledge) {
        hungry -= fish;
        long long part = clock * fish + time * hungry;  // what this sledge eats, and what others eat because of it
        if (1LL * time * fish > best) best = 1LL * time * fish, saved = part;
        total += clock * fish;
        clock += time;
    }
    cout << total - saved << "\n";
}
