import { instantFrom, siteClock } from '../../../shared/domain/time-zone.ts'

/** A moment as `MomentInput` takes it, by the clock of a zone; what was typed and is none stays as it is. */
export function toWall(iso: string, zone: string): string {
  const at = Date.parse(iso)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:/.test(iso) && !Number.isNaN(at)
    ? new Date(siteClock(zone).wallAt(at)).toISOString().slice(0, 16)
    : iso
}

/** The moment at which the clock of a zone shows that. */
export function fromWall(wall: string, zone: string): string {
  const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  return Number.isNaN(shown) ? wall : new Date(instantFrom(siteClock(zone), shown)).toISOString()
}
