/** The entities whose title names a person (`maskedTitle`): where a record points at one, its name leads to them. */
export const PERSONS: ReadonlySet<string> = new Set(['customer'])
