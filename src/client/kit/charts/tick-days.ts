/** The days that an axis names, today among them: about five, of a week all seven, and no more than have room. */
export function tickDays(days: readonly { day: string }[], room = Number.POSITIVE_INFINITY): string[] {
  const most = Math.max(1, Math.min(days.length > 7 ? 5 : 7, room))
  const step = Math.max(1, Math.ceil(days.length / most))
  return days.filter((_, at) => (days.length - 1 - at) % step === 0).map(({ day }) => day)
}

/** What a day takes on an axis, with what is left free beside it: "11月24日". */
const NAME = 60

/** How many days have room on an axis of so many px. */
export const roomFor = (px: number): number => Math.floor(px / NAME)
