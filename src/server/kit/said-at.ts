import type { Context } from './context.ts'
import { iso } from './instants.ts'

/** How far ahead of the server's the caller's clock is. */
const aheadOf = ({ clientTime }: Pick<Context, 'clientTime'>): number =>
  clientTime === null ? 0 : clientTime - Date.now()

/**
 * When something was said, by the server's clock. A phone that was offline says when its owner decided, by its own clock, and what that
 * clock shows now: so its error is known. Where the two still put it before `earliest` or after now, nothing of it can be believed.
 */
export function saidAt(at: string | undefined, context: Pick<Context, 'clientTime'>, earliest: number): string {
  const now = Date.now()
  const said = at ? Date.parse(at) - aheadOf(context) : now
  return iso(said < earliest || said > now ? now : said)
}
