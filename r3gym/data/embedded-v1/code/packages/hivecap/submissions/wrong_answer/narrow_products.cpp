// Mistake: takes cross products in 64 bits, which are too narrow for lines that are far apart.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

const long long none = -4e18;

long long room;
vector<long long> honey, price, cost, profit;  // honey brought in up to each day; profit if that day is a harvest

struct Line {
    long long slope, start;
    long long at(long long x) const { return slope * x + start; }
};

// Upper hull of lines that come with rising slopes.
struct Hull {
    vector<Line> lines;
    void add(Line c) {
        if (!lines.empty() && lines.back().slope == c.slope) {
            if (lines.back().start >= c.start) return;
            lines.pop_back();
        }
        while (lines.size() >= 2) {
            Line a = lines[lines.size() - 2], b = lines.back();
            long long with = (a.start - c.start) * (b.slope - a.slope);
            long long without = (a.start - b.start) * (c.slope - a.slope);
            if (with > without) break;
            lines.pop_back();
        }
        lines.push_back(c);
    }
    long long best(long long x) const {
        int low = 0, high = (int)lines.size() - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (lines[middle].at(x) >= lines[middle + 1].at(x)) high = middle;
            else low = middle + 1;
        }
        return lines[low].at(x);
    }
};

void solve(int first, int last) {
    if (first == last) {
        profit[first] -= cost[first];
        return;
    }
    int middle = (first + last) / 2;
    solve(first, middle);
    long long full = none;
    for (int i = middle + 1, j = first; i <= last; i++) {
        for (; j <= middle && honey[i] - honey[j] > room; j++) full = max(full, profit[j]);
        if (full > none) profit[i] = max(profit[i], full + price[i] * room);
    }
    Hull hull;
    for (int i = last, j = middle; i > middle; i--) {
        for (; j >= first && honey[i] - honey[j] <= room; j--) hull.add({-honey[j], profit[j]});
        if (!hull.lines.empty()) profit[i] = max(profit[i], hull.best(price[i]) + price[i] * honey[i]);
    }
    solve(middle + 1, last);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n >> room;
    honey.assign(n + 1, 0), price.assign(n + 1, 0), cost.assign(n + 1, 0), profit.assign(n + 1, none);
    for (int i = 1; i <= n; i++) {
        cin >> honey[i] >> price[i] >> cost[i];
        honey[i] += honey[i - 1];
    }
    profit[0] = 0;
    solve(0, n);
    cout << *max_element(profit.begin(), profit.end()) << "\n";
}
