// Goes around by distinct directions and reverses whole groups of collinear sheep; looks at the prefix after each direction.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <numeric>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, k;
    cin >> n >> k;
    vector<pair<int, int>> p(n);
    for (auto& [x, y] : p) cin >> x >> y;
    sort(p.begin(), p.end());
    struct Turn {
        int dx, dy, i, j;
    };
    vector<Turn> turns;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) turns.push_back({p[j].first - p[i].first, p[j].second - p[i].second, i, j});
    sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) { return a.dx * b.dy > a.dy * b.dx; });
    vector<int> at(n), who(n);
    iota(at.begin(), at.end(), 0);
    iota(who.begin(), who.end(), 0);
    long long best = 0;
    // The younger sister's flock gives the same distance, so prefixes of both lengths cover all directions.
    for (int size : {k, n - k}) {
        iota(at.begin(), at.end(), 0);
        iota(who.begin(), who.end(), 0);
        long long sx = 0, sy = 0, x = 0, y = 0;
        for (int i = 0; i < n; i++) {
            sx += p[i].first, sy += p[i].second;
            if (i < size) x += p[i].first, y += p[i].second;
        }
        auto look = [&]() {
            long long dx = n * x - size * sx, dy = n * y - size * sy;
            best = max(best, dx * dx + dy * dy);
        };
        look();
        for (size_t from = 0; from < turns.size();) {
            size_t to = from;
            vector<int> places;
            while (to < turns.size() && turns[to].dx * turns[from].dy == turns[to].dy * turns[from].dx) {
                places.push_back(at[turns[to].i]);
                places.push_back(at[turns[to].j]);
                to++;
            }
            sort(places.begin(), places.end());
            places.erase(unique(places.begin(), places.end()), places.end());
            auto level = [&](int place) {  // which of the parallel lines
                return p[who[place]].first * turns[from].dy - p[who[place]].second * turns[from].dx;
            };
            for (size_t a = 0; a < places.size();) {
                size_t b = a;
                while (b < places.size() && level(places[b]) == level(places[a])) b++;
                int first = places[a], last = places[b - 1];
                for (int t = first; t <= last && t < size; t++) x -= p[who[t]].first, y -= p[who[t]].second;
                reverse(who.begin() + first, who.begin() + last + 1);
                for (int t = first; t <= last; t++) at[who[t]] = t;
                for (int t = first; t <= last && t < size; t++) x += p[who[t]].first, y += p[who[t]].second;
                a = b;
            }
            look();
            from = to;
        }
    }
    cout << best << "\n";
}
