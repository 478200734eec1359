/** What a key should say on every pile of a type. */
export interface Expected {
  key: string
  /** What a pile is given that says something else. */
  value: string
  /** Of a whole number: so far above or below it is still right. */
  tolerance: number | null
  /** Other values that are right as well. */
  also: readonly string[]
}

export const MOST_EXPECTED = 100
export const MOST_ALSO = 20
