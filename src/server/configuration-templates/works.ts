import { type Kysely, sql } from 'kysely'
import { driftOf, isOff, type ToldKey } from '../../shared/domain/configuration-drift.ts'
import { changedBy } from '../../shared/domain/configuration-keys.ts'
import type { Expected } from '../../shared/domain/expected.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'

type Db = Kysely<Database>
type Step = 'read' | 'set' | 'read_back'

interface Target {
  id: number
  pile_id: number
}

interface Ended {
  intent: Intent | null
  state: 'done' | 'accepted' | 'refused' | 'failed'
  word: string | null
}

/** A template says nothing of what cannot be set. */
const READ: Intent = { ask: 'read_settings', keys: [], only: 'settable' }
/** The words of a pile that took a change (OCPP 1.6, 7.22). */
const REBOOT = 'RebootRequired'
const TAKEN = 'Accepted'

const stepsOf = (db: Db, target_id: number) =>
  db.selectFrom('configuration_step').select(['step', 'key', 'word']).where('target_id', '=', target_id).execute()

const keepStep = (db: Db, target_id: number, step: Step, { key = '', word = null as string | null } = {}) =>
  db
    .insertInto('configuration_step')
    .values({ target_id, step, key, word })
    .onConflict((conflict) => conflict.columns(['target_id', 'step', 'key']).doUpdateSet({ word }))
    .execute()

/** What differs at a pile by what it said last. It told everything when this is asked. */
async function offAt(db: Db, pile_id: number, expected: readonly Expected[]) {
  const keys = expected.map(({ key }) => key.toLowerCase())
  const told: ToldKey[] = await db
    .selectFrom('pile_setting')
    .select(['key', 'value', 'type'])
    .where('pile_id', '=', pile_id)
    .where((eb) => eb(eb.fn<string>('lower', ['key']), 'in', keys))
    .execute()
  return driftOf(expected, told, true).filter(isOff)
}

/** The next key that differs and was not set yet. */
async function nextKey(db: Db, { id, pile_id }: Target, expected: readonly Expected[]): Promise<Expected | undefined> {
  const set = new Set((await stepsOf(db, id)).map(({ key }) => key))
  const off = await offAt(db, pile_id, expected)
  return off.find(({ expected: { key } }) => !set.has(key) && !changedBy(key))?.expected
}

/** A target that was never asked, or is to be tried again, begins anew. */
async function beginAnew(db: Db, { id }: Target): Promise<void> {
  await sql`delete from configuration_step s using campaign_target t
    where s.target_id = ${id} and t.id = ${id} and t.command_id is null`.execute(db)
}

/** How a pile ended: refused keys, keys that say something else than they were set to, and keys that count after a reboot. */
async function endOf(db: Db, target: Target, expected: readonly Expected[]) {
  const set = (await stepsOf(db, target.id)).filter(({ step }) => step === 'set')
  const byWord = new Map<string, string[]>()
  for (const { key, word } of set) if (word && word !== TAKEN) byWord.set(word, [...(byWord.get(word) ?? []), key])
  const explained = new Set([...byWord.values()].flat())
  const off = (await offAt(db, target.pile_id, expected)).filter((drift) => !explained.has(drift.expected.key))
  const said = [
    ...[...byWord].map(([word, keys]) => `${word}: ${keys.join(', ')}`),
    ...off.map((drift) => `${drift.expected.key} = ${drift.told ?? '–'}`),
  ]
  const refused = [...byWord.keys()].some((word) => word !== REBOOT)
  const state = refused ? 'refused' : off.length > 0 ? 'failed' : 'done'
  return { state, said: said.join('; ') || null } as const
}

/**
 * How campaigns bring a pile to a template: it is asked for everything, given what differs key by key, and asked for everything again. What became
 * of each key is in the database, so that a server that is killed sets none of them twice.
 */
const bringToTemplate = {
  action: 'configure' as const,
  holds: 'answer' as const,
  repeatable: true,
  async intentOf(target: Target, payload: object, db: Db): Promise<Intent> {
    await beginAnew(db, target)
    const steps = await stepsOf(db, target.id)
    if (!steps.some(({ step }) => step === 'read')) return READ
    const next = await nextKey(db, target, (payload as { expected: Expected[] }).expected)
    return next ? { ask: 'configure', key: next.key, value: next.value } : READ
  },
  /** Null: the pile is asked on. */
  async next(target: Target, { intent, state, word }: Ended, payload: object, db: Db) {
    const { expected } = payload as { expected: Expected[] }
    if (intent?.ask === 'configure') {
      const isTaken = state === 'done' || state === 'accepted'
      await keepStep(db, target.id, 'set', { key: intent.key, word: isTaken ? (word ?? TAKEN) : (word ?? 'Rejected') })
      return null
    }
    if (state !== 'done') return { state, said: word }
    const isFirst = !(await stepsOf(db, target.id)).some(({ step }) => step === 'read')
    await keepStep(db, target.id, isFirst ? 'read' : 'read_back')
    if (!isFirst) return endOf(db, target, expected)
    return (await nextKey(db, target, expected)) ? null : { state: 'done' as const, said: null }
  },
}

export const templateWorks = [bringToTemplate]
