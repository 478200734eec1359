const two = (figure: number) => String(figure).padStart(2, '0')

/** The day of the person's own calendar in which a moment lies. */
export function dayOf(iso: string): string {
  const at = new Date(iso)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The first moment of a day where the person is. */
export const dayStart = (day: string) => new Date(`${day}T00:00:00`).toISOString()
/** The first moment after a day where the person is, whatever the clocks do that day: a range of moments ends before its `to`. */
export function dayEnd(day: string): string {
  const next = new Date(`${day}T00:00:00`)
  next.setDate(next.getDate() + 1)
  return next.toISOString()
}

/** The last day of a range that ends before a moment. */
export const lastDayOf = (iso: string) => dayOf(new Date(Date.parse(iso) - 1).toISOString())

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:/
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** A moment on the clock where the person is, as `MomentInput` takes it. What was typed and is none stays as it is. */
export function toLocal(iso: string): string {
  if (!INSTANT.test(iso)) return iso
  const at = new Date(iso)
  return `${dayOf(iso)}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export const fromLocal = (local: string) => (LOCAL.test(local) ? new Date(local).toISOString() : local)
