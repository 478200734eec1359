import { expect, test } from 'vitest'
import { allOf, isAlike, type Shown, together } from '../../src/shared/domain/alarm-matter.ts'
import type { Alarm } from '../../src/shared/entities/alarm.ts'

let last = 0
const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 8) + minute * 60_000).toISOString()
const alarm = (given: Partial<Alarm> & { pile_id: number; minute?: number }): Alarm => {
  const { minute = 0, ...fields } = given
  return {
    ...{ id: ++last, code: 'GroundFailure', status: 'open', severity: 'major', site_id: 7, raised_at: at(minute) },
    ...fields,
  } as Alarm
}
const shown = (rows: readonly Shown[]) => rows.map((row) => allOf(row).map(({ id }) => id))
const idsOf = (...alarms: Alarm[]) => alarms.map(({ id }) => id)

test('open alarms of one pile show as one, led by the worst of them', () => {
  const newest = alarm({ pile_id: 1, minute: 9, severity: 'minor' })
  const other = alarm({ pile_id: 2, minute: 5 })
  const worst = alarm({ pile_id: 1, minute: 1, severity: 'critical', code: 'HighTemperature' })
  expect(shown(together([newest, other, worst]))).toEqual([idsOf(worst, newest), idsOf(other)])
})

test('alarms that are answered or over stay by themselves', () => {
  const rows = (['processed', 'confirmed', 'recovered'] as const).map((status) => alarm({ pile_id: 1, status }))
  expect(shown(together(rows))).toEqual(rows.map((row) => [row.id]))
})

test('the same alarm at three piles of a site within a short time is one matter of the site', () => {
  const cut = [1, 2, 3].map((pile_id) => alarm({ pile_id, code: 'Offline', minute: pile_id * 4 }))
  const older = alarm({ pile_id: 1, minute: -600 })
  const rows = together([...cut, older])
  expect(shown(rows)).toEqual([idsOf(...cut), [older.id]])
  expect(rows.map(({ struck }) => struck)).toEqual([true, undefined])
})

test.each([
  ['at two piles', [1, 2, 2].map((pile_id) => ({ pile_id, minute: 0 })), 2],
  ['at three piles, hours apart', [1, 2, 3].map((pile_id) => ({ pile_id, minute: pile_id * 60 })), 3],
  ['at three piles of different sites', [1, 2, 3].map((pile_id) => ({ pile_id, site_id: pile_id })), 3],
  ['at three piles without a site', [1, 2, 3].map((pile_id) => ({ pile_id, site_id: null })), 3],
  ['with different codes', [1, 2, 3].map((pile_id) => ({ pile_id, code: `Code${pile_id}` })), 3],
])('the same alarm %s is no matter of a site', (_, given, count) => {
  const rows = together(given.map(alarm))
  expect(rows).toHaveLength(count)
  expect(rows.some(({ struck }) => struck)).toBe(false)
})

test('what a round of inspection finds at pile after pile has no common cause', () => {
  const found = [1, 2, 3].map((pile_id) => alarm({ pile_id, code: 'InspectionNotOk', kind: 'inspection' }))
  expect(together(found)).toHaveLength(3)
})

test('what goes on after the page that shows counts too, and shows nothing of its own', () => {
  const here = alarm({ pile_id: 1, minute: 30 })
  const after = [2, 3].map((pile_id) => alarm({ pile_id, minute: 29 }))
  const elsewhere = alarm({ pile_id: 9, site_id: 8 })
  expect(shown(together([here], [...after, elsewhere]))).toEqual([idsOf(here, ...after)])
})

test('one answer is meant for all that struck a site, and of a pile for what is of one kind', () => {
  const of = (kind: Alarm['kind'], others: Alarm['kind'][], struck = false) =>
    isAlike({
      ...alarm({ pile_id: 1, kind }),
      others: others.map((kind) => alarm({ pile_id: 1, kind })),
      ...(struck && { struck }),
    })
  expect(of('fault', ['fault', 'fault'])).toBe(true)
  expect(of('fault', ['fault', 'command'])).toBe(false)
  expect(of('offline', ['fault'], true)).toBe(true)
})
