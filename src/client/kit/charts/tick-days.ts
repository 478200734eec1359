/** The days that an axis names: about five, today among them. */
export function tickDays(days: readonly { day: string }[]): string[] {
  const step = Math.max(1, Math.ceil(days.length / (days.length > 7 ? 5 : 7)))
  return days.filter((_, at) => (days.length - 1 - at) % step === 0).map(({ day }) => day)
}
