import {
  type ConfigurationKey,
  KEY_PROFILES,
  type KeyProfile,
  keyOf,
} from '../../../shared/domain/configuration-keys.ts'
import type { pileSettings } from '../../../shared/endpoints/pile-settings.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'

type Setting = Data<typeof pileSettings>['settings'][number]
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
}

export const FILTERS = ['all', 'reboot', 'read_only'] as const
export type Filter = (typeof FILTERS)[number]

const PASSWORD = 'AuthorizationKey'
/** In place of its value. */
export const HIDDEN = '••••••••'

/** What a pile told, by its keys. Its password has its place there, told or not: most piles keep it to themselves. */
export function rowsOf(settings: readonly Setting[]): SettingRow[] {
  const rows = settings.map((setting): SettingRow => ({ ...setting, known: keyOf(setting.key) }))
  if (rows.length === 0 || rows.some(({ known }) => known.secret)) return rows
  const password = { key: PASSWORD, value: null, read_only: false, read_at: null, change: null }
  return [...rows, { ...password, known: keyOf(PASSWORD) }]
}

/** Taken by the pile, and in force once it has started anew. */
export const awaitsReboot = (change: Change | null): boolean =>
  change?.word === 'RebootRequired' && (change.status === 'accepted' || change.status === 'no_effect')

const PASSES: Readonly<Record<Filter, (row: SettingRow) => boolean>> = {
  all: () => true,
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
