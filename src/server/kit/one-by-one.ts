/**
 * Does the work for one after the other and gives what came of each that is not null. What fails for one is told, and holds up none of
 * those behind it.
 */
export async function oneByOne<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R | null>,
  failed: (error: unknown, item: T) => void,
): Promise<R[]> {
  const results: R[] = []
  for (const item of items) {
    try {
      const result = await work(item)
      if (result !== null) results.push(result)
    } catch (error) {
      failed(error, item)
    }
  }
  return results
}
