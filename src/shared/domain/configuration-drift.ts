import { type ConfigurationKey, flawOfChange, type KeyFlaw, keyOf } from './configuration-keys.ts'
import { type Expected, MOST_ALSO } from './expected.ts'

/** What a pile said of one of its keys. */
export interface ToldKey {
  key: string
  value: string | null
}

/**
 * missing: the pile has no such key. unknown: it has not told yet what it says, or keeps it to itself.
 */
export const DRIFT_STATES = ['same', 'differs', 'missing', 'unknown'] as const
export type DriftState = (typeof DRIFT_STATES)[number]

export interface Drift {
  expected: Expected
  told: string | null
  state: DriftState
}

/** How a pile as a whole stands to its type's template. */
export type PileDrift = 'same' | 'differs' | 'unknown'

/** Each key of a template as a pile has it. `isWhole`: the pile was once asked for everything, so what it did not tell it does not have. */
export function driftOf(expected: readonly Expected[], told: readonly ToldKey[], isWhole: boolean): Drift[] {
  const byKey = new Map(told.map(({ key, value }) => [key.toLowerCase(), value]))
  return expected.map((one) => {
    const value = byKey.get(one.key.toLowerCase())
    if (value === undefined) return { expected: one, told: null, state: isWhole ? 'missing' : 'unknown' }
    if (value === null) return { expected: one, told: null, state: 'unknown' }
    return { expected: one, told: value, state: isRight(one, value) ? 'same' : 'differs' }
  })
}

export const isOff = ({ state }: Drift): boolean => state === 'differs' || state === 'missing'

/** A pile that has told nothing yet is not known, whatever its template says. */
export function pileDriftOf(drifts: readonly Drift[], isWhole: boolean): PileDrift {
  if (drifts.some(isOff)) return 'differs'
  return isWhole ? 'same' : 'unknown'
}

/** Whether what a pile says is one of the right values. */
export function isRight({ key, value, tolerance, also }: Expected, told: string): boolean {
  const known = keyOf(key)
  if ([value, ...also].some((right) => isAlike(known, right, told))) return true
  if (!tolerance || !isWhole(value) || !isWhole(told)) return false
  return Math.abs(Number(told) - Number(value)) <= tolerance
}

const isWhole = (text: string) => /^\d+$/.test(text.trim())

/** Piles write numbers, flags and lists in ways of their own: 060, TRUE, blanks after commas, another order of measurands. */
function isAlike({ type }: ConfigurationKey, one: string, other: string): boolean {
  switch (type) {
    case 'int':
      return isWhole(one) && isWhole(other) ? Number(one) === Number(other) : one.trim() === other.trim()
    case 'bool':
      return one.trim().toLowerCase() === other.trim().toLowerCase()
    case 'csv':
      return entriesOf(one) === entriesOf(other)
    case 'text':
      return one === other
  }
}

const entriesOf = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .sort()
    .join()

export interface ExpectedFlaw {
  /** Which of the template's keys. */
  at: number
  field: 'key' | 'value' | 'tolerance' | 'also'
  problem: KeyFlaw['problem'] | 'no_key' | 'twice' | 'no_tolerance' | 'too_many'
  max: number
}

/** What is wrong with a template, by the rules of a change of each key. `read_only` is what piles said of a key, null where none did. */
export function flawsOfExpected(
  expected: readonly Expected[],
  readOnlyOf: (key: string) => boolean | null = () => null,
): ExpectedFlaw[] {
  const before = new Set<string>()
  return expected.flatMap((one, at) => {
    const name = one.key.toLowerCase()
    const isAgain = before.has(name)
    before.add(name)
    const flaw = isAgain ? ({ field: 'key', problem: 'twice', max: 0 } as const) : flawOf(one, readOnlyOf(one.key))
    return flaw ? [{ at, ...flaw }] : []
  })
}

function flawOf({ key, value, tolerance, also }: Expected, read_only: boolean | null): Omit<ExpectedFlaw, 'at'> | null {
  if (key.trim() === '') return { field: 'key', problem: 'no_key', max: 0 }
  const flaw = flawOfChange(key, value, read_only)
  if (flaw) return flaw
  // Of a maker's key nothing is known: where both are figures, a span makes sense.
  if (tolerance !== null && !isWhole(value)) return { field: 'tolerance', problem: 'no_tolerance', max: 0 }
  if (also.length > MOST_ALSO) return { field: 'also', problem: 'too_many', max: MOST_ALSO }
  for (const other of also) {
    const wrong = flawOfChange(key, other, read_only)
    if (wrong) return { ...wrong, field: 'also' }
  }
  return null
}
