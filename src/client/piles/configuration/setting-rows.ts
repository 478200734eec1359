import { type Drift, driftOf, isOff } from '../../../shared/domain/configuration-drift.ts'
import { type ConfigurationKey, isPasswordKey, keyOf } from '../../../shared/domain/configuration-keys.ts'
import { addressOf, type SettingAddress, variableKey } from '../../../shared/domain/setting-address.ts'
import { KEY_PROFILES, type KeyProfile } from '../../../shared/domain/setting-types.ts'
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
  /** Of a variable of OCPP 2.x. */
  address: SettingAddress | null
  facts: Setting['facts']
  write_only: boolean
  supports_monitoring: boolean | null
  value: string | null
  read_only: boolean
  /** Null for a key that the pile never told. */
  read_at: string | null
  change: Change | null
  /** How it stands to the type's template; null where that says nothing of it. */
  drift: Drift | null
}

export const FILTERS = ['all', 'settable', 'drift', 'reboot', 'read_only'] as const
export type Filter = (typeof FILTERS)[number]

/** The key by which a pile connects. */
const PASSWORD = 'AuthorizationKey'
/** The same of OCPP 2.x. */
const PASSWORD_VARIABLE = 'SecurityCtrlr/BasicAuthPassword'
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
  const untold = {
    ...{ value: null, read_only: false, write_only: false, read_at: null, change: null },
    ...{ facts: null, supports_monitoring: null },
  }
  const password = rows.some(({ address }) => address) ? PASSWORD_VARIABLE : PASSWORD
  const told = new Set(rows.map(({ key }) => key.toLowerCase()))
  const missing = [...drifts].filter(([key]) => !told.has(key))
  for (const [, drift] of missing) rows.push(rowOf({ ...untold, key: drift.expected.key }, drift))
  if (!rows.some(isPassword)) rows.push(rowOf({ ...untold, key: password }))
  return rows
}

type Shown = Omit<Setting, 'read_at'> & Pick<SettingRow, 'read_at'>
const rowOf = (setting: Shown, drift: Drift | null = null): SettingRow => ({
  ...{ ...setting, drift },
  known: keyOf(setting.key, setting.facts),
  address: addressOf(setting.key),
})

/** As a row calls it under its component: the variable alone. */
export const nameOf = ({ key, address }: SettingRow): string => (address ? variableKey(address) : key)

const PASSWORDS: readonly string[] = [PASSWORD, PASSWORD_VARIABLE].map((key) => key.toLowerCase())

/** What the pile connects by. Other secrets, such as that of a network, are no password of ours. */
export const isPassword = ({ key }: Pick<SettingRow, 'key'>): boolean => PASSWORDS.includes(key.toLowerCase())

/** Its value is a figure. */
export const isNumeric = ({ known: { type } }: Pick<SettingRow, 'known'>): boolean =>
  type === 'int' || type === 'decimal'

/** Nobody sees its value. */
export const isHidden = ({ known, write_only }: SettingRow): boolean => known.secret || write_only

/** A person may give it another value: a password by which the pile connects is given in a dialog of its own. */
export const isSettable = ({ key, read_only }: SettingRow): boolean => !isPasswordKey(key) && !read_only

export const isDrifted = ({ drift }: SettingRow): boolean => drift !== null && isOff(drift)

/** Taken by the pile, and in force once it has started anew. */
export const awaitsReboot = (change: Change | null): boolean =>
  change?.word === 'RebootRequired' && (change.status === 'accepted' || change.status === 'no_effect')

const PASSES: Readonly<Record<Filter, (row: SettingRow) => boolean>> = {
  all: () => true,
  settable: isSettable,
  drift: isDrifted,
  reboot: ({ change }) => awaitsReboot(change),
  read_only: ({ read_only }) => read_only,
}

export const passing = (rows: readonly SettingRow[], filter: Filter): SettingRow[] => rows.filter(PASSES[filter])

/** Rows that every word of a keyword is in: in their key, their component's name or their meaning. */
export function found(rows: readonly SettingRow[], keyword: string, wordsOf: (row: SettingRow) => string) {
  const wanted = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...rows]
  return rows.filter((row) => {
    const text = `${row.key} ${wordsOf(row)}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** Rows that stand together: of a part of OCPP 1.6, or of a component. */
export interface SettingGroup {
  /** What they are opened by. */
  name: string
  profile: KeyProfile | null
  component: string | null
  rows: SettingRow[]
}

/** Rows under their profiles, in the profiles' order; variables under their components, the controllers first. */
export function grouped(rows: readonly SettingRow[]): SettingGroup[] {
  const inOrder = [...rows].sort((a, b) => compare(a.key, b.key))
  const ofKeys = KEY_PROFILES.map((profile): SettingGroup => {
    const own = inOrder.filter(({ known, address }) => !address && known.profile === profile)
    return { name: profile, profile, component: null, rows: own }
  })
  const byComponent = new Map<string, SettingGroup>()
  for (const row of inOrder) {
    if (!row.address) continue
    const { component } = row.address
    const name = component.toLowerCase()
    const group = byComponent.get(name) ?? { name: `/${name}`, profile: null, component, rows: [] }
    group.rows.push(row)
    byComponent.set(name, group)
  }
  const components = [...byComponent.values()].sort(
    (a, b) => Number(isController(b)) - Number(isController(a)) || compare(a.name, b.name),
  )
  return [...ofKeys, ...components].filter((group) => group.rows.length > 0)
}

const isController = ({ name }: SettingGroup) => name.endsWith('ctrlr')

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const compare = (one: string, other: string) => collator.compare(one, other)
