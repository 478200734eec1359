/** Cards of which all are drawn, one page of them: more than anyone sees at once cost each touch of the page. */
export const MOST_DRAWN = 20
/** Between two cards, and how tall one is mostly, as in cards.module.css. */
export const GAP_PX = 10
export const CARD_PX = 178

/** Which cards are drawn: from one, up to before another, with so much room for the others. In px. */
export interface Drawn {
  from: number
  to: number
  above: number
  below: number
}

export const sameDrawn = (one: Drawn | null, other: Drawn) =>
  one !== null &&
  one.from === other.from &&
  one.to === other.to &&
  one.above === other.above &&
  one.below === other.below

/** Before anything is measured: those of the first screen, and room for the others as tall as they mostly are. */
export function firstDrawn(count: number): Drawn {
  return {
    from: 0,
    to: Math.min(count, MOST_DRAWN),
    above: 0,
    below: Math.max(0, count - MOST_DRAWN) * (CARD_PX + GAP_PX),
  }
}
