#include "evolve/space.h"

#include <math.h>

int space_check(const struct space *space, struct err *err)
{
    if (space->dim == 0)
        return err_set(err, "nothing to search: there are no dimensions");
    for (size_t i = 0; i < space->dim; i++) {
        double width = space->high[i] - space->low[i];

        if (!(width > 0) || !isfinite(width))
            return err_set(err, "dimension %zu: no room from %g to %g", i, space->low[i],
                           space->high[i]);
        if (!(space->scale[i] > 0) || !isfinite(space->scale[i]))
            return err_set(err, "dimension %zu: the scale %g is not above 0", i, space->scale[i]);
    }
    return 0;
}

double space_reflect(const struct space *space, size_t i, double value)
{
    double low = space->low[i], high = space->high[i];
    double width = high - low;
    double depth;

    if (value >= low && value <= high)
        return value;
    /* Two mirrors repeat the box with period 2 width, and low is an axis of symmetry. */
    depth = fmod(fabs(value - low), 2 * width);
    if (depth > width)
        depth = 2 * width - depth;
    return fmin(low + depth, high);
}

double space_clamp(const struct space *space, size_t i, double value)
{
    return fmin(fmax(value, space->low[i]), space->high[i]);
}
