import { isUnavailable } from './postgres-errors.ts'

const AGAIN_MS = 1_000

/**
 * Asks the database again until it is there: for what nobody will say a second time, such as a pile's answer. The work is done from its
 * beginning. `away` is told of the first failure. A pool that was ended, by a stop of the server, ends it as well.
 */
export async function whenBack<T>(work: () => Promise<T>, away: (error: unknown) => void): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || isEnded(error)) throw error
      if (isFirst) away(error)
      await new Promise((again) => setTimeout(again, AGAIN_MS).unref())
    }
  }
}

const isEnded = (error: unknown) => (error as Error).message.startsWith('Cannot use a pool after')
