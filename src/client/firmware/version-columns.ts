import type { firmwareMatrix } from '../../shared/endpoints/firmware.ts'
import type { Data } from '../../shared/kit/endpoint.ts'

type Version = Data<typeof firmwareMatrix>[number]['versions'][number]

export const COLUMNS = ['newest', 'before', 'older'] as const
type Column = (typeof COLUMNS)[number]

/** 2.10 is newer than 2.9. */
const { compare } = new Intl.Collator('en', { numeric: true })

/** The versions of a type from the newest on: each type counts in its own way. What never said is none of them. */
export function byAge(versions: readonly Version[]): Record<Column, Version[]> & { unknown: number } {
  const told = versions.filter(({ firmware_version }) => firmware_version !== null)
  told.sort((one, other) => compare(other.firmware_version ?? '', one.firmware_version ?? ''))
  const unknown = versions.find(({ firmware_version }) => firmware_version === null)?.piles ?? 0
  return { newest: told.slice(0, 1), before: told.slice(1, 2), older: told.slice(2), unknown }
}
