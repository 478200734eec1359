import { flawOfKept, type KeyFlaw, keyOf, type ToldOfKey } from './configuration-keys.ts'
import { type Expected, MOST_ALSO } from './expected.ts'
import type { KeyType } from './setting-types.ts'

/** What a pile said of one of its keys. */
export interface ToldKey {
  key: string
  value: string | null
  /** What the pile says that its value is, where it does. */
  type?: KeyType | null
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
  const byKey = new Map(told.map((one) => [one.key.toLowerCase(), one]))
  return expected.map((one) => {
    const { value, type } = byKey.get(one.key.toLowerCase()) ?? {}
    if (value === undefined) return { expected: one, told: null, state: isWhole ? 'missing' : 'unknown' }
    if (value === null) return { expected: one, told: null, state: 'unknown' }
    return { expected: one, told: value, state: isRight(one, value, type) ? 'same' : 'differs' }
  })
}

export const isOff = ({ state }: Drift): boolean => state === 'differs' || state === 'missing'

/** A pile that has told nothing yet is not known, whatever its template says. */
export function pileDriftOf(drifts: readonly Drift[], isWhole: boolean): PileDrift {
  if (drifts.some(isOff)) return 'differs'
  return isWhole ? 'same' : 'unknown'
}

/** Whether what a pile says is one of the right values. */
export function isRight({ key, value, tolerance, also }: Expected, told: string, type?: KeyType | null): boolean {
  const kind = type ?? keyOf(key).type
  if ([value, ...also].some((right) => isAlike(kind, right, told))) return true
  if (!tolerance || !isWhole(value) || !isWhole(told)) return false
  return Math.abs(Number(told) - Number(value)) <= tolerance
}

const isWhole = (text: string) => /^\d+$/.test(text.trim())
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text.trim())

/** Piles write numbers, flags and lists in ways of their own: 060, TRUE, blanks after commas, another order of measurands. */
function isAlike(type: KeyType, one: string, other: string): boolean {
  switch (type) {
    case 'int':
    case 'decimal':
      return isNumber(one) && isNumber(other) ? Number(one) === Number(other) : one.trim() === other.trim()
    case 'bool':
    case 'option':
      return one.trim().toLowerCase() === other.trim().toLowerCase()
    case 'csv':
      return entriesOf(one).sort().join() === entriesOf(other).sort().join()
    case 'sequence':
      return entriesOf(one).join() === entriesOf(other).join()
    case 'instant':
    case 'text':
      return one === other
  }
}

const entriesOf = (list: string) => list.split(',').map((entry) => entry.trim())

export interface ExpectedFlaw {
  /** Which of the template's keys. */
  at: number
  field: 'key' | 'value' | 'tolerance' | 'also'
  problem: KeyFlaw['problem'] | 'no_key' | 'twice' | 'no_tolerance' | 'too_many'
  max: number
}

/** What is wrong with a template, by the rules of a change of each key. `toldOf` is what piles said of a key, null where none did. */
export function flawsOfExpected(
  expected: readonly Expected[],
  toldOf: (key: string) => ToldOfKey | null = () => null,
): ExpectedFlaw[] {
  const before = new Set<string>()
  return expected.flatMap((one, at) => {
    const name = one.key.toLowerCase()
    const isAgain = before.has(name)
    before.add(name)
    const flaw = isAgain ? ({ field: 'key', problem: 'twice', max: 0 } as const) : flawOf(one, toldOf(one.key))
    return flaw ? [{ at, ...flaw }] : []
  })
}

function flawOf({ key, value, tolerance, also }: Expected, told: ToldOfKey | null): Omit<ExpectedFlaw, 'at'> | null {
  if (key.trim() === '') return { field: 'key', problem: 'no_key', max: 0 }
  const flaw = flawOfKept(key, value, told)
  if (flaw) return flaw
  // Of a maker's key nothing is known: where both are figures, a span makes sense.
  if (tolerance !== null && !isWhole(value)) return { field: 'tolerance', problem: 'no_tolerance', max: 0 }
  if (also.length > MOST_ALSO) return { field: 'also', problem: 'too_many', max: MOST_ALSO }
  for (const other of also) {
    const wrong = flawOfKept(key, other, told)
    if (wrong) return { ...wrong, field: 'also' }
  }
  return null
}
