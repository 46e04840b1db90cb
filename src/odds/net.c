/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/net.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

void net_add(struct net *sum, const struct net *net, double chance)
{
    assert(chance >= 0);
    for (unsigned paid = 0; paid <= NET_UNITS; paid++)
        for (unsigned lost = 0; lost <= NET_UNITS; lost++)
            sum->at[paid][lost] += chance * net->at[paid][lost];
    sum->off += chance * net->off;
}

static int falling(double left, double right)
{
    return (left < right) - (left > right);
}

/* Equal results are added up in the order of their probabilities, or the last digit would depend on how the
 * library sorts. */
static int by_result(const void *a, const void *b)
{
    const struct net_result *left = a;
    const struct net_result *right = b;
    int order = falling(left->result, right->result);
    return order ? order : falling(left->probability, right->probability);
}

unsigned net_results(const struct net *net, struct ratio pays, struct net_result results[NET_RESULTS_MAX])
{
    unsigned count = 0;
    for (unsigned paid = 0; paid <= NET_UNITS; paid++)
        for (unsigned lost = 0; paid + lost <= NET_UNITS; lost++)
            if (net->at[paid][lost] > net->off)
                results[count++] = (struct net_result){
                    ((double)paid * pays.num - (double)lost * pays.den) / pays.den, net->at[paid][lost]};
    qsort(results, count, sizeof(results[0]), by_result);
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++)
        if (kept && results[kept - 1].result == results[i].result)
            results[kept - 1].probability += results[i].probability;
        else
            results[kept++] = results[i];
    return kept;
}
