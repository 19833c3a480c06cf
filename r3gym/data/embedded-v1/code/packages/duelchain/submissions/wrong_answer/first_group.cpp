// Mistake: leaves out the members below the first cut.
#include <algorithm>
#include <iostream>
#include <set>
#include <utility>
#include <vector>
using namespace std;

struct Node {
    long long low = 0, add = 0;    // smallest difference below, without what is added above
    long long first, last, pairs;  // places of the smallest difference; pairs of members in its gaps
};

vector<Node> tree;
int leaves = 1;

long long choose(long long s) { return s * (s - 1) / 2; }

void pull(int v) {
    const Node &a = tree[2 * v], &b = tree[2 * v + 1];
    Node& node = tree[v];
    if (a.low < b.low) {
        node.low = a.low, node.first = a.first, node.last = a.last, node.pairs = a.pairs;
    } else if (b.low < a.low) {
        node.low = b.low, node.first = b.first, node.last = b.last, node.pairs = b.pairs;
    } else {
        node.low = a.low, node.first = a.first, node.last = b.last;
        node.pairs = a.pairs + b.pairs + choose(b.first - a.last);
    }
    node.low += node.add;
}

// Adds change to the differences of all k > place.
void suffix(int place, long long change) {
    int v = leaves + place;
    tree[v].low += change;
    for (; v > 1; v /= 2) {
        if (v % 2 == 0) {
            tree[v + 1].low += change;
            tree[v + 1].add += change;
        }
        pull(v / 2);
    }
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, q;
    cin >> n >> q;
    while (leaves < n) leaves *= 2;
    tree.resize(2 * leaves);
    for (int i = 0; i < leaves; i++) {
        Node& leaf = tree[leaves + i];  // stands for k = i + 1
        leaf.low = i < n ? 0 : 1LL << 40;
        leaf.first = leaf.last = i + 1;
        leaf.pairs = 0;
    }
    for (int v = leaves - 1; v > 0; v--) pull(v);
    vector<int> wins(n + 1), fewer(n + 1);  // fewer[w]: members with fewer than w wins
    for (int i = 1; i <= n; i++) wins[i] = n - i;
    for (int w = 0; w <= n; w++) fewer[w] = w;
    set<pair<int, int>> turned;
    while (q--) {
        int x, y;
        cin >> x >> y;
        if (x > y) swap(x, y);
        if (!turned.insert({x, y}).second) {
            turned.erase({x, y});
            swap(x, y);
        }
        // x has won so far.
        int more = ++wins[y];
        suffix(--fewer[more], 1);
        int old = wins[x]--;
        suffix(fewer[old]++, -1);
        cout << choose(n) + tree[1].pairs << "\n";
    }
}
