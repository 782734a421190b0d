#include "cmd/loaded.h"

#include "base/draft.h"
#include "base/quote.h"
#include "engines/uci_genes.h"
#include "heuristic/custom.h"

/* Nothing is said if memory runs out: the user still knows what was typed. */
static void print_engine(FILE *out, const char *name)
{
    struct draft draft;
    struct err unused;

    if (draft_open(&draft, &unused))
        return;
    uci_genes_print(draft.out, name, NULL);
    if (draft_close(&draft, &unused) == 0) {
        fputs(" --engine ", out);
        quote_shell(out, draft.text);
    }
    draft_release(&draft);
}

void loaded_print(FILE *out)
{
    for (int i = FAMILY_ADDED; i < family_count(); i++) {
        const struct custom *c = custom_find(family_table[i].name);

        if (c) {
            fputs(" --heuristic ", out);
            quote_shell(out, c->path);
        } else {
            print_engine(out, family_table[i].name);
        }
    }
}
