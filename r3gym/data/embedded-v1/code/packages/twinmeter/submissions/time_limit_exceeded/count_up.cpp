// Right but slow: counts up on two meters, digit by digit.
#include <algorithm>
#include <iostream>
#include <string>
using namespace std;

struct Meter {
    string wheels;  // lowest digit first
    int sum = 0;
    explicit Meter(const string& s) : wheels(s.rbegin(), s.rend()) {
        wheels.resize(205, '0');
        for (char c : wheels) sum += c - '0';
    }
    void step() {
        int i = 0;
        while (wheels[i] == '9') {
            wheels[i++] = '0';
            sum -= 9;
        }
        wheels[i]++;
        sum++;
    }
};

int main() {
    string l, r, k;
    cin >> l >> r >> k;
    Meter first(l), second(l), end(r), ahead(k);
    int carry = 0;
    second.sum = 0;
    for (size_t i = 0; i < second.wheels.size(); i++) {
        int d = second.wheels[i] - '0' + ahead.wheels[i] - '0' + carry;
        carry = d >= 10;
        second.wheels[i] = '0' + d % 10;
        second.sum += d % 10;
    }
    long long count = 0;
    while (true) {
        count += first.sum == second.sum;
        if (first.wheels == end.wheels) break;
        first.step();
        second.step();
    }
    cout << count % 1000000007 << "\n";
}
