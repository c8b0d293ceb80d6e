/* Search base rounds of a round robin: simulated annealing over who sits with whom.

Usage: search ENTRANTS SEATS CYCLES ROUNDS FIXED STEPS STARTS SEED MODULUS...

Entrants are `FIXED` points that stay where they are, numbered last, and orbits of the cyclic group,
or product of cyclic groups, of the moduli. Each base round is developed in that group: so its order
divides the rounds. Wanted is that every two entrants meet CYCLES times at least; of such plans that
in which nobody meets much oftener, and byes are even. Prints the best plan: what meets too seldom
(pairs), most meetings, what all meet too often, and a base round a line, tables apart by "|", with
byes behind the last. The same arguments find the same plan everywhere. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 40
#define MOST_ROUNDS 64

static int entrants, seats, cycles, rounds, fixed_points, order, orbits, bases, tables;
static int pair_orbit[MOST][MOST], meetings_each[MOST * MOST], pair_orbits;
static double share[MOST * MOST]; /* pairs in an orbit of pairs, by the order of the group */
static int count[MOST * MOST], place[MOST_ROUNDS][MOST], best[MOST_ROUNDS][MOST];
static int byes[MOST];
static uint64_t state;

static uint32_t draw(uint32_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(((state >> 33) * (uint64_t)below) >> 31);
}

static double draw_unit(void) { return (draw(1u << 30) + 0.5) / (double)(1u << 30); }

static int difference(int one, int two, int moduli, char **modulus) {
    int found = 0, unit = 1;
    for (int at = 0; at < moduli; at++) {
        int m = atoi(modulus[at]);
        found += unit * ((one % m - two % m + m) % m);
        one /= m, two /= m, unit *= m;
    }
    return found;
}

static void number_pairs(int moduli, char **modulus) {
    int names[MOST + 1][MOST + 1][MOST];
    memset(names, -1, sizeof names);
    for (int one = 0; one < entrants; one++)
        for (int two = 0; two < entrants; two++) {
            int a = one < orbits * order ? one / order : orbits + one - orbits * order;
            int b = two < orbits * order ? two / order : orbits + two - orbits * order;
            int step = a < orbits && b < orbits
                           ? difference(two % order, one % order, moduli, modulus) : 0;
            if (one == two) continue;
            if (names[a][b][step] < 0) {
                names[a][b][step] = pair_orbits;
                int back = a < orbits && b < orbits ? difference(0, step, moduli, modulus) : 0;
                names[b][a][back] = pair_orbits++;
            }
            pair_orbit[one][two] = names[a][b][step];
        }
    int pairs[MOST * MOST] = {0};
    for (int one = 0; one < entrants; one++)
        for (int two = 0; two < one; two++) pairs[pair_orbit[one][two]]++;
    for (int at = 0; at < pair_orbits; at++) {
        share[at] = (double)pairs[at] / order;
        meetings_each[at] = order / pairs[at];
    }
}

static double price(int at, int met) {
    if (met < cycles) return share[at] * (cycles - met) * (cycles - met);
    return share[at] * 0.02 * (met - cycles) * (met - cycles);
}

static double change(int at, int sign) {
    double before = price(at, count[at]);
    count[at] += sign * meetings_each[at];
    return price(at, count[at]) - before;
}

static int orbit_of(int one) {
    return one < orbits * order ? one / order : orbits + one - orbits * order;
}

static double sit(int base, int at, int one, int but, int sign) {
    double total = 0;
    int table = at / seats;
    if (table >= tables) {
        int orbit = orbit_of(one);
        double before = 0.01 * byes[orbit] * byes[orbit];
        byes[orbit] += sign;
        return 0.01 * byes[orbit] * byes[orbit] - before;
    }
    for (int other = table * seats; other < (table + 1) * seats; other++)
        if (other != at && other != but)
            total += change(pair_orbit[one][place[base][other]], sign);
    return total;
}

static double swap_two(int base, int one, int two) {
    int a = place[base][one], b = place[base][two];
    double total = sit(base, one, a, -1, -1) + sit(base, two, b, -1, -1);
    place[base][one] = b, place[base][two] = a;
    return total + sit(base, one, b, -1, 1) + sit(base, two, a, -1, 1);
}

static int lacking(void) {
    double total = 0;
    for (int at = 0; at < pair_orbits; at++)
        if (count[at] < cycles) total += share[at] * order * (cycles - count[at]);
    return (int)(total + 0.5);
}

int main(int argc, char **argv) {
    if (argc < 10) return 2;
    entrants = atoi(argv[1]), seats = atoi(argv[2]), cycles = atoi(argv[3]);
    rounds = atoi(argv[4]), fixed_points = atoi(argv[5]);
    long steps = atol(argv[6]);
    int starts = atoi(argv[7]);
    state = (uint64_t)atol(argv[8]);
    order = 1;
    for (int at = 9; at < argc; at++) order *= atoi(argv[at]);
    orbits = (entrants - fixed_points) / order, bases = rounds / order, tables = entrants / seats;
    if (orbits * order + fixed_points != entrants || bases * order != rounds) return 2;
    if (entrants > MOST || bases > MOST_ROUNDS) return 2;
    number_pairs(argc - 9, argv + 9);
    int best_lacking = 1 << 30, best_most = 1 << 30;
    double best_cost = 1e9;
    for (int start = 0; start < starts; start++) {
        memset(count, 0, sizeof count);
        memset(byes, 0, sizeof byes);
        double cost = 0;
        for (int at = 0; at < pair_orbits; at++) cost += price(at, 0);
        for (int base = 0; base < bases; base++) {
            for (int at = 0; at < entrants; at++) place[base][at] = at;
            for (int at = entrants - 1; at > 0; at--) {
                int other = draw(at + 1), one = place[base][at];
                place[base][at] = place[base][other], place[base][other] = one;
            }
            for (int at = 0; at < entrants; at++) { /* twice each pair, so of half the weight */
                if (at / seats >= tables) { cost += sit(base, at, place[base][at], -1, 1); continue; }
                for (int other = at / seats * seats; other < at; other++)
                    cost += change(pair_orbit[place[base][at]][place[base][other]], 1);
            }
        }
        double hot = 0.6, cold = 0.04;
        for (long step = 0; step < steps; step++) {
            double heat = hot * pow(cold / hot, (double)step / steps);
            int base = draw(bases), one = draw(entrants), two = draw(entrants);
            if (one / seats == two / seats || (one / seats >= tables && two / seats >= tables))
                continue;
            double dearer = swap_two(base, one, two);
            if (dearer > 0 && draw_unit() > exp(-dearer / heat)) {
                swap_two(base, one, two);
                continue;
            }
            cost += dearer;
            if (cost < best_cost - 1e-9) {
                int now = lacking(), most = 0;
                for (int at = 0; at < pair_orbits; at++) if (count[at] > most) most = count[at];
                if (now < best_lacking || (now == best_lacking && most <= best_most)) {
                    best_lacking = now, best_most = most, best_cost = cost;
                    memcpy(best, place, sizeof place);
                }
            }
        }
        if (best_lacking == 0 && best_most == cycles) break;
    }
    long meetings = (long)rounds * tables * seats * (seats - 1) / 2;
    long excess = meetings + best_lacking - (long)cycles * entrants * (entrants - 1) / 2;
    printf("%d %d %ld\n", best_lacking, best_most, excess);
    for (int base = 0; base < bases; base++) {
        for (int at = 0; at < entrants; at++) {
            if (at && at % seats == 0) printf(" |");
            printf(at ? " %d" : "%d", best[base][at]);
        }
        printf("\n");
    }
    return 0;
}
