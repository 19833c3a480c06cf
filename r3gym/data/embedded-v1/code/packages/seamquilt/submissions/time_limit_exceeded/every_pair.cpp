// Right but slow: for every divisor g of k tries all a, b with a + b - 1 = k / g and tests whether they are coprime.
#include <iostream>
#include <numeric>
using namespace std;

int main() {
    long long k;
    cin >> k;
    long long sizes = 0;
    for (long long g = 1; g <= k; g++) {
        if (k % g != 0) continue;
        long long sum = k / g + 1;
        for (long long a = 1; a < sum; a++)
            if (gcd(a, sum - a) == 1) sizes++;
    }
    cout << sizes << "\n";
}
