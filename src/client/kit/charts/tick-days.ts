/** The days that an axis names, today among them: about five, or as many as have room. */
export function tickDays(days: readonly { day: string }[], room = 5): string[] {
  const step = Math.max(1, Math.ceil(days.length / (days.length > 7 ? room : 7)))
  return days.filter((_, at) => (days.length - 1 - at) % step === 0).map(({ day }) => day)
}
