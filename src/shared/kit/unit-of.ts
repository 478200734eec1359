import type { Field } from './fields.ts'

/** Units that are words and so differ by language; V, A and kW are the same in all. */
const WORDS: Readonly<Record<string, string>> = { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' }

/** The word that a unit is, a key of `common:quantity` and `common:unit`; null when it is a sign. */
export const unitWord = (unit: string): string | null => WORDS[unit] ?? null

/** What a figure is in, as its label says it: a key of `common:unit`, or the unit itself; null for plain counts. */
export function unitOf(field: Field): { key: string } | { text: string } | null {
  if (field.money) return { key: field.unit === '/kWh' ? 'per_kwh' : field.unit === '/h' ? 'per_hour' : 'money' }
  if (field.kind === 'minutes' || field.kind === 'seconds' || field.kind === 'percent') return { key: field.kind }
  if (!field.unit) return null
  const key = unitWord(field.unit)
  return key ? { key } : { text: field.unit }
}
