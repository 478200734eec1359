/** The figures of one group, each with that of another added. */
export const plus = <F extends { key: string }>(a: F, b: F): F =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, name === 'key' ? value : value + b[name as keyof F]]),
  ) as unknown as F
