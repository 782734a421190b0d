#include "report/forfeit_json.h"

void forfeits_json(struct json *j, const struct games *games)
{
    json_begin(j, "forfeits", '[');
    for (size_t i = 0; i < games->forfeits.n; i++) {
        const struct forfeit *f = &games->forfeits.list[i];

        json_begin(j, NULL, '{');
        json_unsigned(j, "game", f->game + 1);
        json_string(j, "player", games->player[f->player].name);
        json_string(j, "why", f->why);
        json_end(j, '}');
    }
    json_end(j, ']');
}
