/* Counterfactual regret minimisation for the call, the show and the stay of Boosh.
 *
 * Exchanges go by the rule of `regular`, so the hands of a deal do not depend on the strategy: each
 * sampled deal is a small tree of calls, shown cards and stays. Regrets are gathered over a batch
 * of deals, cut at 0 and averaged with linear weights (CFR+). Utilities are points less the mean of
 * the table. `games/boosh/table.py` reads the keys in the same way; a test compares both.
 *
 * Of others so many in a hundred are boasters, who never learn: what is found is a restricted Nash
 * response (Johanson, Zinkevich and Bowling 2007), which gains against them and gives others little.
 *
 *   equilibrium learn SEATS BATCHES DEALS SEED BOASTERS     prints the table
 *   equilibrium deviate SEATS BATCHES DEALS SEED 0 <TABLE   prints what a deviator gains against it
 *   equilibrium keys SEATS TURNS DEALS SEED 0               prints deals with their keys, for a test
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 14, TOP = 13, CARDS = 53, MOST = 4, ROUNDS = 10, PAIRS = 6, STEPS = 15, CYCLES = 40 };
enum { TURNS_LEVELS = 7, TOTALS = 34, LEAST = 17, HIGHS = 4, KNOWN = 3, RIVALS = 3 };
enum { CALLS = TURNS_LEVELS * TOTALS * HIGHS * KNOWN * RIVALS };
enum { SHOWS = TURNS_LEVELS * TOTALS * HIGHS * KNOWN };
enum { JOINED = 2, NEEDS = 27, LEVELS = 8, ONES = 14 };
enum { TWO_STAYS = JOINED * TURNS_LEVELS * NEEDS * LEVELS * LEVELS };
enum { STAYS = TWO_STAYS + JOINED * TURNS_LEVELS * ONES * LEVELS };

static const int LEVEL[RANKS] = {7, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7};
static const int PAIR[PAIRS][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
static const double SLIPS = 0.03; /* callers slip, so that stayers learn about every show */
static const double POINTS[6] = {50, 100, -25, -50, 50, -25};

typedef struct {
    double call_regret[CALLS][2], call_sum[CALLS][2], call_now[CALLS];
    double show_regret[SHOWS][PAIRS], show_sum[SHOWS][PAIRS], show_now[SHOWS][PAIRS];
    double stay_regret[STAYS][2], stay_sum[STAYS][2], stay_now[STAYS];
    double call_gain[CALLS][2], show_gain[SHOWS][PAIRS], stay_gain[STAYS][2];
} Table;

typedef struct {
    int seats, hand[MOST][4], known[MOST][4], deck[CARDS], next, top, gone[RANKS], turns;
} Hand;

static uint64_t seed;

static uint64_t drawn(void) { /* splitmix64 */
    uint64_t z = (seed += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static int worth(int rank) { return rank ? rank : TOP; }

static int total(const int *hand) {
    int points = 0, most = 0, wild = 0;
    for (int at = 0; at < 4; at++) {
        points += hand[at];
        if (hand[at] > most) most = hand[at];
        wild |= !hand[at];
    }
    return wild ? points + most : points;
}

static int placed(const int *hand, int card, int *at) {
    int copy[4], best = -1;
    memcpy(copy, hand, sizeof copy);
    for (int position = 0; position < 4; position++) {
        int old = copy[position];
        copy[position] = card;
        int found = total(copy);
        if (found > best) best = found, *at = position;
        copy[position] = old;
    }
    return best;
}

static void deal(Hand *hand, int seats) {
    int cards[CARDS];
    for (int at = 0; at < CARDS; at++) cards[at] = at ? (at - 1) % TOP + 1 : 0;
    for (int at = CARDS - 1; at > 0; at--) {
        int other = (int)(drawn() % (uint64_t)(at + 1)), card = cards[at];
        cards[at] = cards[other], cards[other] = card;
    }
    memset(hand, 0, sizeof *hand);
    hand->seats = seats;
    memcpy(hand->deck, cards, sizeof cards);
    for (int position = 0; position < 4; position++)
        for (int seat = 0; seat < seats; seat++) hand->hand[seat][position] = cards[hand->next++];
    hand->top = cards[hand->next++];
    hand->gone[hand->top]++;
}

static void exchange(Hand *hand, int seat) {
    int *own = hand->hand[seat], now = total(own), at = 0, card, open = 0;
    int gain = placed(own, hand->top, &at) - now;
    if (hand->next == CARDS) open = 1;
    else if (gain > 0) {
        int left[RANKS], sum = 0, hopes = 0;
        for (int rank = 0; rank < RANKS; rank++) left[rank] = (rank ? 4 : 1) - hand->gone[rank];
        for (int who = 0; who < hand->seats; who++)
            for (int position = 0; position < 4; position++)
                if (who == seat || hand->known[who][position]) left[hand->hand[who][position]]--;
        for (int rank = 0; rank < RANKS; rank++) {
            if (left[rank] <= 0) continue;
            int more = placed(own, rank, &at) - now;
            sum += left[rank];
            if (more > 0) hopes += left[rank] * more;
        }
        open = gain * sum > hopes;
    }
    if (open) card = hand->top, hand->gone[card]--;
    else card = hand->deck[hand->next++];
    if (placed(own, card, &at) > now) {
        hand->top = own[at];
        own[at] = card;
        hand->known[seat][at] = open;
    } else hand->top = card;
    hand->gone[hand->top]++;
    hand->turns++;
}

static int level_of_turns(int round) { return round < 5 ? round : round < 7 ? 5 : 6; }

static void sorted(const int *hand, int *order) {
    for (int at = 0; at < 4; at++) order[at] = at;
    for (int at = 1; at < 4; at++)
        for (int to = at; to && worth(hand[order[to]]) < worth(hand[order[to - 1]]); to--) {
            int swap = order[to];
            order[to] = order[to - 1], order[to - 1] = swap;
        }
}

static int show_key(const Hand *hand, int seat, int round) {
    const int *own = hand->hand[seat];
    int order[4], points = total(own), open = 0;
    sorted(own, order);
    int high = worth(own[order[2]]) + worth(own[order[3]]);
    for (int at = 0; at < 4; at++) open += hand->known[seat][at];
    points = points < LEAST ? 0 : points - LEAST >= TOTALS ? TOTALS - 1 : points - LEAST;
    high = high <= 19 ? 0 : high <= 22 ? 1 : high <= 24 ? 2 : 3;
    open = open > 2 ? 2 : open;
    return ((level_of_turns(round) * TOTALS + points) * HIGHS + high) * KNOWN + open;
}

static int call_key(const Hand *hand, int seat, int round) {
    int most = 0;
    for (int who = 0; who < hand->seats; who++) {
        int high = 0;
        for (int at = 0; at < 4 && who != seat; at++)
            high += hand->known[who][at] && worth(hand->hand[who][at]) >= 10;
        if (high > most) most = high;
    }
    return show_key(hand, seat, round) * RIVALS + (most > 2 ? 2 : most);
}

/* -1: the caller's hand is open and beaten; -2: open and not beaten; else the key of the stay. */
static int stay_key(const Hand *hand, int seat, int caller, const int *open, int round, int joined) {
    int mine = total(hand->hand[seat]) - 1, hidden = 0, sum = 0, low = TOP, high = 0;
    int turns = (joined ? TURNS_LEVELS : 0) + level_of_turns(round);
    for (int at = 0; at < 4; at++) {
        int rank = worth(hand->hand[caller][at]);
        if (!open[at]) { hidden++; continue; }
        sum += rank;
        if (rank < low) low = rank;
        if (rank > high) high = rank;
    }
    if (!hidden) return mine >= total(hand->hand[caller]) ? -1 : -2;
    int need = mine - sum;
    if (hidden == 2) {
        need = need < 0 ? 0 : need > NEEDS - 1 ? NEEDS - 1 : need;
        return ((turns * NEEDS + need) * LEVELS + LEVEL[low]) * LEVELS + LEVEL[high];
    }
    need = need < 0 ? 0 : need > ONES - 1 ? ONES - 1 : need;
    return TWO_STAYS + (turns * ONES + need) * LEVELS + LEVEL[high];
}

static double weight;
static Table *tables[MOST]; /* by seat */
static int learns[MOST];
static int boasts[MOST]; /* by seat: the whim of a boaster (`games/boosh/rivals.py`), or -1 */

static int boast(const int *hand, const int *open) { /* hidden cards count as `plain.KEPT` */
    int points = 0;
    for (int at = 0; at < 4; at++) points += open && !open[at] ? 9 : worth(hand[at]);
    return points;
}

typedef struct { const Hand *hand; int caller, round, totals[MOST], open[4]; } Call;

/* Value by seat of the answers from the `at`-th other on; `reach` by seat is its own part. */
static void answered(const Call *call, int at, int in, const double *reach, double *value) {
    int seats = call->hand->seats;
    if (at == seats) {
        int best = -1, others = in & ~(1 << call->caller);
        double mean = 0;
        for (int seat = 0; seat < seats; seat++)
            if (in >> seat & 1 && call->totals[seat] > best) best = call->totals[seat];
        for (int seat = 0; seat < seats; seat++) {
            int wins = call->totals[call->caller] == best;
            if (!(in >> seat & 1)) value[seat] = 0;
            else if (seat == call->caller) value[seat] = others ? POINTS[wins ? 1 : 3] : POINTS[0];
            else if (wins) value[seat] = POINTS[2];
            else value[seat] = POINTS[call->totals[seat] == best ? 4 : 5];
            mean += value[seat];
        }
        for (int seat = 0; seat < seats; seat++) value[seat] -= mean / seats;
        return;
    }
    int seat = (call->caller + at) % seats, joined = in != 1 << call->caller;
    if (boasts[seat] >= 0) {
        int seems = boast(call->hand->hand[call->caller], call->open);
        int stays = boast(call->hand->hand[seat], NULL) + boasts[seat] > seems;
        answered(call, at + 1, stays ? in | 1 << seat : in, reach, value);
        return;
    }
    int key = stay_key(call->hand, seat, call->caller, call->open, call->round, joined);
    if (key < 0) {
        answered(call, at + 1, key == -1 ? in | 1 << seat : in, reach, value);
        return;
    }
    Table *table = tables[seat];
    double stay = table->stay_now[key], folds[MOST], stays[MOST], next[MOST], others = 1;
    memcpy(next, reach, sizeof next);
    for (int who = 0; who < seats; who++) others *= who == seat ? 1 : reach[who];
    next[seat] = reach[seat] * (1 - stay);
    answered(call, at + 1, in, next, folds);
    next[seat] = reach[seat] * stay;
    answered(call, at + 1, in | 1 << seat, next, stays);
    for (int who = 0; who < seats; who++) value[who] = stay * stays[who] + (1 - stay) * folds[who];
    if (!learns[seat]) return;
    table->stay_sum[key][0] += weight * reach[seat] * (1 - stay);
    table->stay_sum[key][1] += weight * reach[seat] * stay;
    table->stay_gain[key][0] += others * (folds[seat] - value[seat]);
    table->stay_gain[key][1] += others * (stays[seat] - value[seat]);
}

static void called(const Hand *before, int caller, int round, const double *reach, double *value) {
    Hand hand = *before;
    int seats = hand.seats, key = show_key(&hand, caller, round), order[4];
    double shown[PAIRS][MOST], others = 1;
    Table *table = tables[caller];
    for (int at = 1; at < seats; at++) exchange(&hand, (caller + at) % seats);
    Call call = {.hand = &hand, .caller = caller, .round = round};
    for (int seat = 0; seat < seats; seat++) {
        call.totals[seat] = total(hand.hand[seat]);
        others *= seat == caller ? 1 : reach[seat];
        value[seat] = 0;
    }
    sorted(hand.hand[caller], order);
    for (int pair = 0; pair < PAIRS; pair++) {
        double next[MOST];
        double share = boasts[caller] < 0 ? table->show_now[key][pair] : pair == PAIRS - 1;
        if (boasts[caller] >= 0 && !share) continue;
        memcpy(next, reach, sizeof next);
        next[caller] *= share;
        memcpy(call.open, hand.known[caller], sizeof call.open);
        call.open[order[PAIR[pair][0]]] = call.open[order[PAIR[pair][1]]] = 1;
        answered(&call, 1, 1 << caller, next, shown[pair]);
        for (int seat = 0; seat < seats; seat++)
            value[seat] += share * shown[pair][seat];
    }
    for (int pair = 0; pair < PAIRS && learns[caller]; pair++) {
        table->show_gain[key][pair] += others * (shown[pair][caller] - value[caller]);
        table->show_sum[key][pair] += weight * reach[caller] * table->show_now[key][pair];
    }
}

static void voided(const Hand *hand, double *value) {
    int best = 0;
    double mean = 0;
    for (int seat = 0; seat < hand->seats; seat++)
        if (total(hand->hand[seat]) > best) best = total(hand->hand[seat]);
    for (int seat = 0; seat < hand->seats; seat++) {
        value[seat] = total(hand->hand[seat]) == best ? POINTS[0] : 0;
        mean += value[seat];
    }
    for (int seat = 0; seat < hand->seats; seat++) value[seat] -= mean / hand->seats;
}

static void played(Hand *hand, const double *reach, double *value) {
    int seats = hand->seats, seat = hand->turns % seats, round = hand->turns / seats;
    double others = 1, likely = 0, calls[MOST], passes[MOST], next[MOST];
    for (int who = 0; who < seats; who++) {
        double rest = 1;
        for (int other = 0; other < seats; other++) rest *= other == who ? 1 : reach[other];
        if (rest > likely) likely = rest;
    }
    if (round == ROUNDS || likely < 1e-3) {
        voided(hand, value);
        return;
    }
    exchange(hand, seat);
    int key = call_key(hand, seat, round);
    Table *table = tables[seat];
    double call = table->call_now[key];
    if (boasts[seat] >= 0) {
        int enough = 41 + seats - boasts[seat], rounds = hand->turns / seats;
        call = boast(hand->hand[seat], NULL) >= enough - (rounds > 4 ? rounds - 4 : 0);
    }
    for (int who = 0; who < seats; who++) others *= who == seat ? 1 : reach[who];
    memcpy(next, reach, sizeof next);
    next[seat] = reach[seat] * call;
    called(hand, seat, round, next, calls);
    next[seat] = reach[seat] * (1 - call);
    if (learns[seat]) {
        table->call_sum[key][1] += weight * reach[seat] * call;
        table->call_sum[key][0] += weight * reach[seat] * (1 - call);
    }
    played(hand, next, passes);
    for (int who = 0; who < seats; who++) value[who] = call * calls[who] + (1 - call) * passes[who];
    if (!learns[seat]) return;
    table->call_gain[key][1] += others * (calls[seat] - value[seat]);
    table->call_gain[key][0] += others * (passes[seat] - value[seat]);
}

static double matched(double *regret, double *gain, int actions, double *now) {
    double sum = 0;
    for (int at = 0; at < actions; at++) {
        regret[at] += gain[at];
        gain[at] = 0;
        if (regret[at] < 0) regret[at] = 0;
        sum += regret[at];
    }
    for (int at = 0; at < actions; at++) now[at] = sum > 0 ? regret[at] / sum : 1.0 / actions;
    return now[1];
}

static void improve(Table *table) {
    double now[2];
    for (int key = 0; key < CALLS; key++) {
        double call = matched(table->call_regret[key], table->call_gain[key], 2, now);
        table->call_now[key] = (1 - SLIPS) * call + SLIPS / 2;
    }
    for (int key = 0; key < SHOWS; key++) {
        matched(table->show_regret[key], table->show_gain[key], PAIRS, table->show_now[key]);
        for (int pair = 0; pair < PAIRS; pair++)
            table->show_now[key][pair] = (1 - SLIPS) * table->show_now[key][pair] + SLIPS / PAIRS;
    }
    for (int key = 0; key < STAYS; key++)
        table->stay_now[key] = matched(table->stay_regret[key], table->stay_gain[key], 2, now);
}

static void batch(int seats, int deals, int learn, int share, double *gains) {
    const double reach[MOST] = {1, 1, 1, 1};
    double value[MOST];
    for (int number = 0; number < deals; number++) {
        Hand hand;
        for (int seat = 0; seat < seats; seat++) {
            boasts[seat] = share && (int)(drawn() % 100) < share ? (int)(drawn() % 4) : -1;
            if (learn) learns[seat] = boasts[seat] < 0;
        }
        deal(&hand, seats);
        played(&hand, reach, value);
        for (int seat = 0; seat < seats; seat++) gains[seat] += value[seat] / deals;
    }
}

static int step(double part) { return (int)(part * STEPS + 0.5); }

static void print_table(const Table *table) {
    for (int key = 0; key < CALLS; key++) {
        double sum = table->call_sum[key][0] + table->call_sum[key][1];
        printf("%x", sum > 0 ? step(table->call_sum[key][1] / sum) : 0);
    }
    printf("\n");
    for (int key = 0; key < SHOWS; key++) {
        double sum = 0, upto = 0;
        for (int pair = 0; pair < PAIRS; pair++) sum += table->show_sum[key][pair];
        for (int pair = 0, before = 0; pair < PAIRS; pair++) {
            upto += sum > 0 ? table->show_sum[key][pair] / sum : pair == 0;
            printf("%x", step(upto) - before);
            before = step(upto);
        }
    }
    printf("\n");
    for (int key = 0; key < STAYS; key++) {
        double sum = table->stay_sum[key][0] + table->stay_sum[key][1];
        printf("%c", sum > 0 ? "0123456789abcdef"[step(table->stay_sum[key][1] / sum)] : '-');
    }
    printf("\n");
}

static int digit(void) {
    int found = getchar();
    while (found == '\n') found = getchar();
    return found == '-' ? 0 : found <= '9' ? found - '0' : found - 'a' + 10;
}

static void read_table(Table *table) {
    for (int key = 0; key < CALLS; key++) table->call_now[key] = digit() / (double)STEPS;
    for (int key = 0; key < SHOWS; key++)
        for (int pair = 0; pair < PAIRS; pair++)
            table->show_now[key][pair] = digit() / (double)STEPS;
    for (int key = 0; key < STAYS; key++) table->stay_now[key] = digit() / (double)STEPS;
}

static void settle(Table *table) { /* play on by the average */
    for (int key = 0; key < CALLS; key++) {
        double sum = table->call_sum[key][0] + table->call_sum[key][1];
        table->call_now[key] = sum > 0 ? table->call_sum[key][1] / sum : 0;
    }
    for (int key = 0; key < SHOWS; key++) {
        double sum = 0;
        for (int pair = 0; pair < PAIRS; pair++) sum += table->show_sum[key][pair];
        for (int pair = 0; pair < PAIRS; pair++)
            table->show_now[key][pair] = sum > 0 ? table->show_sum[key][pair] / sum : pair == 0;
    }
    for (int key = 0; key < STAYS; key++) {
        double sum = table->stay_sum[key][0] + table->stay_sum[key][1];
        table->stay_now[key] = sum > 0 ? table->stay_sum[key][1] / sum : 0;
    }
}

static void print_keys(int seats, int turns) {
    Hand hand;
    deal(&hand, seats);
    for (int at = 0; at < CARDS; at++) printf("%d,", hand.deck[at]);
    for (int turn = 0; turn < turns; turn++) {
        int caller = turn % seats, round = turn / seats, order[4], open[4];
        exchange(&hand, caller);
        Hand after = hand;
        for (int at = 1; at < seats; at++) exchange(&after, (caller + at) % seats);
        sorted(after.hand[caller], order);
        memcpy(open, hand.known[caller], sizeof open);
        open[order[0]] = open[order[1]] = 1;
        printf(" %d,%d,%d", call_key(&hand, caller, round), show_key(&after, caller, round),
               stay_key(&after, (caller + 1) % seats, caller, open, round, 0));
    }
    printf("\n");
}

int main(int count, char **words) {
    if (count != 7) return fprintf(stderr, "usage: learn|deviate|keys SEATS BATCHES DEALS SEED %%\n"), 2;
    int seats = atoi(words[2]), batches = atoi(words[3]), deals = atoi(words[4]);
    int share = atoi(words[6]), learn = !strcmp(words[1], "learn");
    Table *own = calloc(1, sizeof *own), *fixed = calloc(1, sizeof *fixed);
    seed = strtoull(words[5], NULL, 10);
    if (!strcmp(words[1], "keys")) {
        for (int number = 0; number < deals; number++) print_keys(seats, batches);
        return 0;
    }
    if (!learn) read_table(fixed);
    improve(own);
    for (int number = 1; number <= batches; number++) {
        double gains[MOST] = {0};
        int turn = number % seats;
        weight = (double)number * number;
        for (int seat = 0; seat < seats; seat++) {
            tables[seat] = learn || seat == turn ? own : fixed;
            learns[seat] = learn || seat == turn;
        }
        batch(seats, deals, learn, share, gains);
        improve(own);
    }
    if (learn) return print_table(own), 0;
    settle(own);
    double sum = 0, squares = 0;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        double mean = 0;
        for (int turn = 0; turn < seats; turn++) {
            double gains[MOST] = {0};
            for (int seat = 0; seat < seats; seat++) {
                tables[seat] = seat == turn ? own : fixed;
                learns[seat] = 0;
            }
            batch(seats, deals, 0, 0, gains);
            mean += gains[turn] / seats;
        }
        sum += mean, squares += mean * mean;
    }
    double mean = sum / CYCLES, spread = squares / CYCLES - mean * mean;
    printf("%.3f %.3f\n", mean, 2 * sqrt(spread / (CYCLES - 1)));
    return 0;
}
