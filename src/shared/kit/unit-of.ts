import type { Field } from './fields.ts'

/** What a figure is in, as its label says it: a key of `common:unit`, or the unit itself; null for plain counts. */
export function unitOf(field: Field): { key: string } | { text: string } | null {
  if (field.money) return { key: field.unit === '/kWh' ? 'per_kwh' : field.unit === '/h' ? 'per_hour' : 'money' }
  if (field.kind === 'minutes' || field.kind === 'seconds' || field.kind === 'percent') return { key: field.kind }
  return field.unit ? { text: field.unit } : null
}
