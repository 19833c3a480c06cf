// Mistake: always takes the colour that needs the fewest pulls now.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, k, total = 0;
    string thread;
    cin >> n >> k >> thread;
    while (!thread.empty()) {
        vector<int> groups(k, 0);
        for (size_t i = 0; i < thread.size(); i++)
            if (i == 0 || thread[i] != thread[i - 1]) groups[thread[i] - 'a']++;
        int best = -1;
        for (int c = 0; c < k; c++)
            if (groups[c] > 0 && (best < 0 || groups[c] < groups[best])) best = c;
        total += groups[best];
        string rest;
        for (char bead : thread)
            if (bead - 'a' != best) rest += bead;
        thread = rest;
    }
    cout << total << "\n";
}
