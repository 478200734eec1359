import type { Kysely } from 'kysely'
import { saidIn } from '../../shared/domain/command-answer.ts'
import type { Asking } from '../../shared/domain/intent.ts'
import type { pileSettings, settingHistory } from '../../shared/endpoints/pile-settings.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Database } from '../kit/database/tables.ts'
import { toldOf } from '../kit/kept-setting.ts'

type Db = Kysely<Database>
type Setting = Data<typeof pileSettings>['settings'][number]
type Entry = Data<typeof settingHistory>['rows'][number]
type Change = NonNullable<Setting['change']>

/** More changes than this are looked at by nobody. */
const MOST_CHANGES = 1_000
const MOST_HISTORY = 50
/** In these something is still awaited. */
const OPEN = new Set<Change['status']>(['queued', 'sent', 'accepted', 'no_effect'])
const TAKEN = new Set<Change['status']>(['accepted', 'done'])

/** What a pile said of its configuration, and the newest change of each key that its value does not show yet. */
export async function settingsOf(db: Db, pile_id: number): Promise<Data<typeof pileSettings>> {
  const [kept, changes, pile] = await Promise.all([
    db
      .selectFrom('pile_setting')
      .select(['key', 'value', 'read_only', 'write_only', 'read_at', 'supports_monitoring'])
      .select(['type', 'unit', 'minimum', 'maximum', 'choices'])
      .where('pile_id', '=', pile_id)
      .orderBy('key')
      .execute(),
    changesOf(db, pile_id),
    db
      .selectFrom('pile as p')
      .leftJoin('configuration_template as t', 't.pile_type_id', 'p.pile_type_id')
      .select(['p.configuration_read_at', 't.id', 't.name', 't.expected'])
      .where('p.id', '=', pile_id)
      .executeTakeFirst(),
  ])
  const newest = new Map(changes.reverse().map((one) => [one.key, one.change]))
  const settings = kept.map(({ key, value, read_at, supports_monitoring, ...said }): Setting => {
    const change = newest.get(key.toLowerCase())
    const isShown = change && (OPEN.has(change.status) || Date.parse(change.at) > Date.parse(read_at))
    return { ...{ key, value, read_at, supports_monitoring, ...toldOf(said) }, change: isShown ? change : null }
  })
  const { id = null, name, expected, configuration_read_at: read_at = null } = pile ?? {}
  const template = id === null ? null : { id, title: name ?? '', expected: expected ?? [] }
  return { read_at, template, settings }
}

/** What was asked of a key, and every value that was new when it was read. */
export async function historyOf(db: Db, pile_id: number, key: string): Promise<Data<typeof settingHistory>> {
  const [read, changes] = await Promise.all([
    db
      .selectFrom('pile_setting_change')
      .select(['value', 'read_at'])
      .where('pile_id', '=', pile_id)
      .where((eb) => eb(eb.fn('lower', ['key']), '=', key.toLowerCase()))
      .orderBy('id', 'desc')
      .limit(MOST_HISTORY)
      .execute(),
    changesOf(db, pile_id),
  ])
  const asked = changes.filter((one) => one.key === key.toLowerCase()).map(({ change }) => change)
  const rows: Entry[] = [
    ...read.map(({ value, read_at }) => ({ at: read_at, value, change: null })),
    ...asked.map((change) => ({ at: change.at, value: change.value, change })),
  ]
  rows.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return { rows: rows.filter((row, at) => !isReadBack(row, rows[at + 1])).slice(0, MOST_HISTORY) }
}

/** The value that the pile had just taken says nothing new. */
const isReadBack = ({ value, change }: Entry, before: Entry | undefined) =>
  change === null && before?.change != null && TAKEN.has(before.change.status) && before.value === value

/** Changes of a pile's keys, newest first. Their intents are read here: what a person wrote may be no JSON of the database's. */
async function changesOf(db: Db, pile_id: number): Promise<{ key: string; change: Change }[]> {
  const rows = await db
    .selectFrom('command')
    .select(['intent', 'status', 'answer', 'asked_by', 'created_at'])
    .where('pile_id', '=', pile_id)
    .where('action', 'in', ['configure', 'configure_all'])
    .where('intent', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MOST_CHANGES)
    .execute()
  return rows.flatMap(({ intent, status, answer, asked_by, created_at }) => {
    return settingsIn(JSON.parse(intent ?? '{}')).map(({ key, value }) => ({
      key: key.toLowerCase(),
      change: { value, status, ...saidIn(answer), asked_by, at: created_at },
    }))
  })
}

type Said = Partial<Omit<Asking<'configure'>, 'ask'> & Omit<Asking<'configure_all'>, 'ask'>>

/** What an intent sets. Those of a version before have no key. */
function settingsIn(intent: Said): { key: string; value: string }[] {
  const { key, value, settings = [] } = intent
  return key === undefined || value === undefined ? [...settings] : [{ key, value }]
}
