// Checks a season: validate <input> <answer> <feedback directory> < team output.
// Exit 42 accepts, 43 rejects. The judge's answer only says whether a season exists.
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

string feedback;

[[noreturn]] void finish(int code, const string& reason) {
    ofstream(feedback + "/judgemessage.txt") << reason << "\n";
    exit(code);
}

// Whether the stream holds a season, false for impossible; rejects anything else.
bool season(istream& in, int n, long long circles, const string& owner) {
    vector<string> rows;
    string word;
    while ((int)rows.size() <= n && in >> word) rows.push_back(word);
    if (rows.size() == 1) {
        string lower;
        for (unsigned char letter : rows[0]) lower += (char)tolower(letter);
        if (lower == "impossible") return false;
    }
    if ((int)rows.size() != n) finish(43, owner + ": not as many lines as teams");
    for (const string& row : rows) {
        if ((int)row.size() != n) finish(43, owner + ": a line has not as many characters as there are teams");
        if (row.find_first_not_of("01") != string::npos) finish(43, owner + ": a character is neither 0 nor 1");
    }
    // Three teams that form no circle have exactly one team that has beaten both others.
    long long found = (long long)n * (n - 1) * (n - 2) / 6;
    for (int i = 0; i < n; i++) {
        if (rows[i][i] == '1') finish(43, owner + ": a team beats itself");
        long long wins = 0;
        for (int j = 0; j < n; j++) {
            if (j != i && rows[i][j] == rows[j][i]) finish(43, owner + ": two teams do not agree who has won");
            wins += rows[i][j] == '1';
        }
        found -= wins * (wins - 1) / 2;
    }
    if (found != circles) finish(43, owner + ": " + to_string(found) + " circles instead of " + to_string(circles));
    return true;
}

int main(int argc, char** argv) {
    if (argc < 4) return 1;
    feedback = argv[3];
    ifstream input(argv[1]), answer(argv[2]);
    int n;
    long long circles;
    if (!(input >> n >> circles)) return 1;
    bool judge = season(answer, n, circles, "judge");
    bool team = season(cin, n, circles, "team");
    if (judge && !team) finish(43, "the team found no season, but there is one");
    if (team && !judge) {
        cerr << "judge error: the team found a season where the judge has none\n";
        return 1;
    }
    finish(42, "accepted");
}
