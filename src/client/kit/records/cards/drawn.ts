/** Cards of which all are drawn, one page of them: more than anyone sees at once cost each touch of the page. */
export const MOST_DRAWN = 20
/** Between two cards, and how tall one is mostly, as in cards.module.css. */
export const GAP_PX = 10
export const CARD_PX = 178

/** Some cards of a list: from one, up to before another. */
export interface Range {
  from: number
  to: number
}

/** Which cards are drawn, with so much room for the others. In px. */
export interface Drawn extends Range {
  above: number
  below: number
}

export const sameRange = (one: Range | null, other: Range) => one?.from === other.from && one.to === other.to
export const sameDrawn = (one: Drawn | null, other: Drawn) =>
  sameRange(one, other) && one?.above === other.above && one.below === other.below

/** Before anything is measured: those of the first screen, and room for the others as tall as they mostly are. */
export function firstDrawn(count: number): Drawn {
  return {
    from: 0,
    to: Math.min(count, MOST_DRAWN),
    above: 0,
    below: Math.max(0, count - MOST_DRAWN) * (CARD_PX + GAP_PX),
  }
}

export const overlap = (one: Range, other: Range) => one.from < other.to && other.from < one.to

/**
 * Towards the cards that are wanted by one that comes and one that goes, those that show first: more at once would hold up the finger.
 * Where none of those stands there that show, they come at once.
 */
export function nextRange(last: Range, wanted: Range, shown: Range): Range {
  if (!overlap(last, shown)) return shown
  const [above, below] = [last.from > wanted.from, last.to < wanted.to]
  const down = below && (last.to < shown.to || last.from <= shown.from || !above)
  return {
    from: last.from + (last.from < wanted.from ? 1 : above && !down ? -1 : 0),
    to: last.to + (last.to > wanted.to ? -1 : down ? 1 : 0),
  }
}
