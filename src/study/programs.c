#include "study/programs.h"

#include <string.h>

void programs_add(void)
{
    static const struct search *const programs[] = { bleskachek_2019_searches, sethi_2018_searches,
                                                     cs7is2_2020_searches };

    if (strcmp(BOARD_NAME, BOARD_USUAL) != 0)
        return;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        for (const struct search *row = programs[i]; row->name; row++)
            if (!search_find(row->name))
                search_add(row);
}
