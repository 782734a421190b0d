#include "report/forfeit_json.h"

void forfeits_json(struct json *j, const struct contest *contest)
{
    json_begin(j, "forfeits", '[');
    for (size_t i = 0; i < contest->forfeits.n; i++) {
        const struct forfeit *f = &contest->forfeits.list[i];

        json_begin(j, NULL, '{');
        json_unsigned(j, "game", f->game + 1);
        json_string(j, "player", contest->player[f->player].name);
        json_string(j, "why", f->why);
        json_end(j, '}');
    }
    json_end(j, ']');
}
