/** Whether two values of a field, or of a view, say the same: what is absent is null. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
