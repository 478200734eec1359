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

/** How a figure has changed; null without a figure before. */
export function changeOf({ now, before }: Compared): Change | null {
  if (before === null) return null
  const direction = now > before ? 'up' : now < before ? 'down' : 'same'
  return { direction, percent: before === 0 ? null : Math.round((Math.abs(now - before) / before) * 1000) / 10 }
}
