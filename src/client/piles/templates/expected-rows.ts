import { flawsOfExpected } from '../../../shared/domain/configuration-drift.ts'
import { keyOf, standardKeys, standardVariables } from '../../../shared/domain/configuration-keys.ts'
import type { Expected } from '../../../shared/domain/expected.ts'
import type { Draft } from '../../kit/fields/draft.ts'

export const expectedOf = (draft: Draft): Expected[] => (draft.expected ?? []) as Expected[]

export const EMPTY_ROW: Expected = { key: '', value: '', tolerance: null, also: [] }

/** Keys that a template may have and has not yet. */
export function offeredKeys(expected: readonly Expected[]): string[] {
  const taken = new Set(expected.map(({ key }) => key.toLowerCase()))
  return [...standardKeys, ...standardVariables()]
    .filter(({ name, read_only, secret }) => !read_only && !secret && !taken.has(name.toLowerCase()))
    .map(({ name }) => name)
}

export const setRow = (expected: readonly Expected[], at: number, change: Partial<Expected>): Expected[] =>
  expected.map((row, index) => (index === at ? { ...row, ...change } : row))

/** A key of another type has another value: a flag begins as true, and has no span and no others. */
export function setKey(expected: readonly Expected[], at: number, key: string): Expected[] {
  const { type } = keyOf(key)
  const before = expected[at]
  if (!before || keyOf(before.key).type === type) return setRow(expected, at, { key })
  return setRow(expected, at, { ...EMPTY_ROW, key, value: type === 'bool' ? 'true' : before.value })
}

/** Whether a span around the value makes sense. */
export const takesTolerance = ({ key, value }: Expected): boolean => {
  const { type } = keyOf(key)
  return type === 'int' || (type === 'text' && /^\d+$/.test(value))
}

/** What is wrong with a row as far as it was filled in. */
export function flawAt(expected: readonly Expected[], at: number) {
  const row = expected[at]
  if (!row?.key) return undefined
  const flaw = flawsOfExpected(expected).find((one) => one.at === at)
  return flaw?.field === 'value' && row.value === '' ? undefined : flaw
}
