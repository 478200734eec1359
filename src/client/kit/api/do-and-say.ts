import { toast } from '../ui/toast.ts'
import { asFailure } from './failure.ts'
import { invalidate } from './queries.ts'

interface Saying<T> {
  /** What is said when it is done; nothing where that shows by itself. */
  done?: string | ((answer: T) => string | null)
  /** The entities that it may change. */
  changes?: readonly string[]
}

/** Does something and says so, or says why not; then the answer is null. What it may have changed is asked for again either way. */
export async function doAndSay<T>(
  work: () => Promise<T>,
  { done = '', changes = [] }: Saying<T> = {},
): Promise<T | null> {
  try {
    const answer = await work()
    const said = typeof done === 'string' ? done : done(answer)
    if (said) toast(said, { tone: 'success' })
    return answer
  } catch (error) {
    toast(asFailure(error).message, { tone: 'error' })
    return null
  } finally {
    for (const entity of changes) void invalidate(entity)
  }
}
