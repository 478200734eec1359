/** What the work comes to; null when that takes longer than `ms`. It goes on all the same. */
export async function within<T>(work: Promise<T> | undefined, ms: number): Promise<T | null> {
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<null>((resolve) => {
    late = setTimeout(resolve, ms, null).unref()
  })
  try {
    return (await Promise.race([work, patience])) ?? null
  } finally {
    clearTimeout(late)
  }
}
