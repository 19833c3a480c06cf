// The window of lines is a queue made of two stacks: new lines go onto one hull, old ones come off another by undoing.
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

struct Line {
    long long slope, start;
    long long at(long long x) const { return slope * x + start; }
};

// With slopes in one direction: is b never above both a and c?
bool useless(const Line& a, const Line& b, const Line& c) {
    __int128 left = (__int128)(a.start - c.start) * (b.slope - a.slope);
    __int128 right = (__int128)(a.start - b.start) * (c.slope - a.slope);
    return left <= right;
}

struct UndoHull {
    vector<Line> line;
    struct Change {
        int size, place;
        Line old;
    };
    vector<Change> changes;
    int size = 0;

    void push(Line c) {
        int end = size;
        if (end > 0 && line[end - 1].slope == c.slope) {
            if (line[end - 1].start >= c.start) {
                changes.push_back({size, -1, c});
                return;
            }
            end--;
        }
        int low = min(end, 1), high = end;  // the first line that c makes useless
        while (low < high) {
            int middle = (low + high) / 2;
            if (useless(line[middle - 1], line[middle], c)) high = middle;
            else low = middle + 1;
        }
        if (low == (int)line.size()) line.push_back(c);
        changes.push_back({size, low, line[low]});
        line[low] = c;
        size = low + 1;
    }
    void undo() {
        Change change = changes.back();
        changes.pop_back();
        size = change.size;
        if (change.place >= 0) line[change.place] = change.old;
    }
    void clear() { size = 0, changes.clear(); }
    long long best(long long x) const {
        int low = 0, high = size - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (line[middle].at(x) >= line[middle + 1].at(x)) high = middle;
            else low = middle + 1;
        }
        return low < size ? line[low].at(x) : -4000000000000000000LL;
    }
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long room;
    cin >> n >> room;
    vector<long long> honey(n + 1, 0), profit(n + 1, 0);
    UndoHull front, back;
    int oldest = 0, border = 0;  // the window is oldest..i-1; lines before the border are in front, the others in back
    long long full = -1e18, answer = 0;
    back.push({0, 0});
    for (int i = 1; i <= n; i++) {
        long long price, cost;
        cin >> honey[i] >> price >> cost;
        honey[i] += honey[i - 1];
        for (; honey[i] - honey[oldest] > room; oldest++) {
            if (oldest == border) {
                front.clear();
                for (int j = i - 1; j >= oldest; j--) front.push({-honey[j], profit[j]});
                back.clear();
                border = i;
            }
            front.undo();
            full = max(full, profit[oldest]);
        }
        long long best = max(front.best(price), back.best(-price)) + price * honey[i];
        profit[i] = max(best, full + price * room) - cost;
        answer = max(answer, profit[i]);
        back.push({honey[i], profit[i]});  // mirrored, so that slopes rise here as well
    }
    cout << answer << "\n";
}
