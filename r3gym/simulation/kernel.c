/* The rules of contests.py that every step runs, once more for speed: the same arrays, the same bits (a test compares).
   What the bytes of a word mean is not said here: the masks and summands come from state_words.py. */

#include <stddef.h>
#include <stdint.h>

enum { PAPER = 6, MOST = 12, ATOMS = 256, NEVER = 255, KEPT = 256, PASSES = 1, KEEPS = 2 };

/* As in kernel.py, field by field. */
typedef struct {
    uint64_t *words;
    uint16_t *hidden;
    uint64_t *state;
    uint64_t *feedback;
    uint8_t *left;
    uint8_t *solved;
    int64_t *focus;
    uint8_t *legal;
    uint16_t *blocked;
    const uint64_t *seeds;
    const uint64_t *episode;
    const int64_t *templates; /* or NULL: drawn */
    const int64_t *orders;    /* or NULL: not shuffled, or too many for a table */
    const uint8_t *domain;
    const uint8_t *laws;
    const int64_t *slots;
    const uint16_t *edges;    /* four for each template and draft: below which byte an outcome is at least 3, 2, 1 */
    const uint16_t *drafts;
    const uint8_t *budgets;
    const uint64_t *step_keeps;
    const uint64_t *step_adds;
    uint64_t shelve, unit, budget_unit, answered;
    uint64_t problems, templates_count, choices, all_orders, shuffled;
} Table;

static const uint64_t TIMES = 6364136223846793005u, PLUS = 1442695040888963407u, DRAW = 0xD1342543DE82EF95u;

static uint64_t mixed(uint64_t word) {
    word += 0x9E3779B97F4A7C15u;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

/* The order with a number below all_orders, as numbered_orders of orders.py finds it. */
static void present(uint64_t number, uint64_t all_orders, int problems, int64_t *order) {
    for (int problem = 0; problem < problems; problem++) order[problem] = problem;
    for (int place = 0; place < problems; place++) {
        all_orders /= (uint64_t)(problems - place);
        int picked = place + (int)(number / all_orders);
        number %= all_orders;
        int64_t problem = order[picked];
        for (; picked > place; picked--) order[picked] = order[picked - 1];
        order[place] = problem;
    }
}

/* Local pointers, and sums instead of branches: outcomes are random, so branches would be mispredicted. */
static inline void spend(
    const Table *t, int64_t count, const int64_t *restrict actions, uint8_t *restrict gained, const int problems
) {
    uint64_t *restrict words = t->words, *restrict state = t->state;
    uint16_t *restrict hidden = t->hidden;
    uint8_t *restrict left = t->left, *restrict solved = t->solved;
    int64_t *restrict focus = t->focus;
    const uint64_t *restrict feedback = t->feedback, *restrict keeps = t->step_keeps, *restrict adds = t->step_adds;
    const uint16_t *restrict edges = t->edges;
    const uint64_t shelve = t->shelve, unit = t->unit;
    const int columns = problems + 1;
    for (int64_t row = 0; row < count; row++) {
        uint64_t luck = state[row] = state[row] * TIMES + PLUS;
        gained[row] = 0;
        if ((uint64_t)actions[row] >= (uint64_t)problems) continue;
        int64_t at = row * columns + actions[row];
        unsigned before = hidden[at], kept = before / KEPT, work = before % KEPT;
        unsigned after = work - ((kept == 0) & (work > 0) & (work < NEVER)), right = after == 0;
        unsigned atom = (luck ^ (luck >> 32)) >> 56;
        const uint16_t *edge = edges + 4 * (feedback[row] / ATOMS + right);
        unsigned outcome = (atom < edge[0]) + (atom < edge[1]) + (atom < edge[2]);
        unsigned kind = 2 * kept + (outcome & PASSES);
        hidden[at] = after + (outcome & KEEPS) * (KEPT / KEEPS);
        if (focus[row] >= 0) words[focus[row]] ^= shelve;
        focus[row] = at;
        words[at] = (words[at] & keeps[kind]) + adds[kind];
        words[row * columns + problems] -= unit;
        gained[row] = right & (work > 0);
        solved[row] += gained[row];
        if (--left[row] == 0)
            for (int problem = 0; problem < problems; problem++) t->legal[row * columns + problem] = 0;
    }
}

static inline void open_contests(const Table *t, int64_t count, const int64_t *rows, const int problems) {
    const int columns = problems + 1;
    int64_t presented[MOST];
    for (int64_t number = 0; number < count; number++) {
        int64_t row = rows[number], at = row * columns;
        uint64_t key = mixed(mixed(t->seeds[row]) ^ (t->episode[row] * TIMES));
        uint64_t chooses = mixed(key ^ DRAW), luck = mixed(key ^ (2 * DRAW)), first = mixed(key ^ (3 * DRAW));
        uint64_t drawn = ((chooses & 0xFFFFFFFFu) * t->templates_count) >> 32;
        uint64_t template = t->templates ? (uint64_t)t->templates[row] : drawn;
        uint64_t choice = (((chooses >> 32) & 0xFFFF) * t->choices) >> 16;
        const int64_t *order = t->orders ? t->orders + problems * (((chooses >> 48) * t->all_orders) >> 16) : NULL;
        if (t->shuffled && !order) {
            present(((mixed(key ^ (6 * DRAW)) >> 32) * t->all_orders) >> 32, t->all_orders, problems, presented);
            order = presented;
        }
        uint8_t budget = t->budgets[template * t->choices + choice];
        t->solved[row] = 0;
        for (int problem = 0; problem < problems; problem++, luck >>= 8, first >>= 8) {
            if (problem == 8) luck = mixed(key ^ (4 * DRAW)), first = mixed(key ^ (5 * DRAW));
            int64_t slot = t->slots[template * problems + (order ? order[problem] : problem)];
            uint8_t work = t->laws[slot * ATOMS + (luck & 255)];
            unsigned answered = (work == 0) | ((first & 255) < t->drafts[template]);
            t->hidden[at + problem] = work + answered * KEPT;
            t->words[at + problem] = answered * t->answered;
            t->solved[row] += work == 0;
        }
        t->words[at + problems] = budget * t->budget_unit + t->domain[template];
        t->state[row] = key;
        t->feedback[row] = template * (2 * ATOMS);
        t->left[row] = budget;
        t->focus[row] = -1;
        t->blocked[row] = 0;
        for (int action = 0; action < columns; action++) t->legal[at + action] = 1;
    }
}

/* The number of problems is known to the compiler where it is the paper's: a tenth less time. */
void r3gym_spend(const Table *t, int64_t count, const int64_t *actions, uint8_t *gained) {
    if (t->problems == PAPER) spend(t, count, actions, gained, PAPER);
    else spend(t, count, actions, gained, (int)t->problems);
}

void r3gym_open(const Table *t, int64_t count, const int64_t *rows) {
    if (t->problems == PAPER) open_contests(t, count, rows, PAPER);
    else open_contests(t, count, rows, (int)t->problems);
}
