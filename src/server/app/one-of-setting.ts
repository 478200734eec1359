import * as z from 'zod/mini'

/** One of these words. */
export const oneOf = <const T extends string>(values: readonly T[], initial: T) => z._default(z.enum(values), initial)
