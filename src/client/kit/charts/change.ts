/** A figure beside the same one a week before; `before` null where there is nothing to compare with. */
export interface Compared {
  now: number
  before: number | null
}

export interface Change {
  direction: 'up' | 'down' | 'same'
  /** Percent of what was before, one digit; null when nothing was. */
  percent: number | null
}

/** How a figure has changed; null without a figure before. By less than `least`, or than what a percentage shows of it, is not at all. */
export function changeOf({ now, before }: Compared, least?: number): Change | null {
  if (before === null) return null
  const percent = before === 0 ? null : Math.round((Math.abs(now - before) / Math.abs(before)) * 1000) / 10
  const isSame = least === undefined ? percent === 0 : Math.abs(now - before) < least
  const direction = isSame || now === before ? 'same' : now > before ? 'up' : 'down'
  return { direction, percent }
}
