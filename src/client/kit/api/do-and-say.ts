import { toast } from '../ui/toast.ts'
import { asFailure, type Failure } from './failure.ts'
import { invalidate } from './queries.ts'

interface Saying<T> {
  /** What is said when it is done; nothing where that shows by itself. */
  done?: string | ((answer: T) => string | null)
  /** Shows a refusal where it belongs; false where it belongs nowhere. */
  refused?: (failure: Failure) => boolean
  /** The entities that it may change. */
  changes?: readonly string[]
}

/** Does something and says so, or says why not; then the answer is null. What it may have changed is asked for again either way. */
export async function doAndSay<T>(
  work: () => Promise<T>,
  { done = '', refused, changes = [] }: Saying<T> = {},
): Promise<T | null> {
  try {
    const answer = await work()
    const said = typeof done === 'string' ? done : done(answer)
    if (said) toast(said, { tone: 'success' })
    return answer
  } catch (error) {
    const failure = asFailure(error)
    if (!refused?.(failure)) toast(failure.message, { tone: 'error' })
    return null
  } finally {
    for (const entity of changes) void invalidate(entity)
  }
}
