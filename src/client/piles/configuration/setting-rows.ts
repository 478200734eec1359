import { type Drift, driftOf, isOff } from '../../../shared/domain/configuration-drift.ts'
import {
  type ConfigurationKey,
  KEY_PROFILES,
  type KeyProfile,
  keyOf,
} from '../../../shared/domain/configuration-keys.ts'
import type { pileSettings } from '../../../shared/endpoints/pile-settings.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'

type Told = Data<typeof pileSettings>
type Setting = Told['settings'][number]
export type Template = NonNullable<Told['template']>
export type Change = NonNullable<Setting['change']>

export interface SettingRow {
  /** As the pile writes it. */
  key: string
  known: ConfigurationKey
  value: string | null
  read_only: boolean
  /** Null for a key that the pile never told. */
  read_at: string | null
  change: Change | null
  /** How it stands to the type's template; null where that says nothing of it. */
  drift: Drift | null
}

export const FILTERS = ['all', 'drift', 'reboot', 'read_only'] as const
export type Filter = (typeof FILTERS)[number]

const PASSWORD = 'AuthorizationKey'
/** In place of its value. */
export const HIDDEN = '••••••••'

/**
 * What a pile told, by its keys, and what its template wants beside that. Its password has its place there, told or not: most piles keep it
 * to themselves.
 */
export function rowsOf({ settings, template, read_at }: Told): SettingRow[] {
  const drifts = new Map(
    driftOf(template?.expected ?? [], settings, read_at !== null).map((drift) => [
      drift.expected.key.toLowerCase(),
      drift,
    ]),
  )
  const rows = settings.map((setting) => rowOf(setting, drifts.get(setting.key.toLowerCase())))
  if (rows.length === 0) return rows
  const untold = { value: null, read_only: false, read_at: null, change: null }
  const told = new Set(rows.map(({ key }) => key.toLowerCase()))
  const missing = [...drifts].filter(([key]) => !told.has(key))
  for (const [, drift] of missing) rows.push(rowOf({ ...untold, key: drift.expected.key }, drift))
  if (!rows.some(({ known }) => known.secret)) rows.push(rowOf({ ...untold, key: PASSWORD }))
  return rows
}

type Shown = Omit<Setting, 'read_at'> & Pick<SettingRow, 'read_at'>
const rowOf = (setting: Shown, drift: Drift | null = null): SettingRow => ({
  ...{ ...setting, drift },
  known: keyOf(setting.key),
})

export const isDrifted = ({ drift }: SettingRow): boolean => drift !== null && isOff(drift)

/** Taken by the pile, and in force once it has started anew. */
export const awaitsReboot = (change: Change | null): boolean =>
  change?.word === 'RebootRequired' && (change.status === 'accepted' || change.status === 'no_effect')

const PASSES: Readonly<Record<Filter, (row: SettingRow) => boolean>> = {
  all: () => true,
  drift: isDrifted,
  reboot: ({ change }) => awaitsReboot(change),
  read_only: ({ read_only }) => read_only,
}

export const passing = (rows: readonly SettingRow[], filter: Filter): SettingRow[] => rows.filter(PASSES[filter])

/** Rows whose key or meaning says it. */
export function found(rows: readonly SettingRow[], keyword: string, meaningOf: (row: SettingRow) => string) {
  const wanted = keyword.trim().toLowerCase()
  return rows.filter((row) => `${row.key} ${meaningOf(row)}`.toLowerCase().includes(wanted))
}

/** Rows under their profiles, in the profiles' order. */
export function grouped(rows: readonly SettingRow[]): { profile: KeyProfile; rows: SettingRow[] }[] {
  const inOrder = [...rows].sort((a, b) => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1))
  return KEY_PROFILES.map((profile) => ({
    profile,
    rows: inOrder.filter(({ known }) => known.profile === profile),
  })).filter((group) => group.rows.length > 0)
}
