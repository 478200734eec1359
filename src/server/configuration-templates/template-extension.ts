import { type Kysely, sql } from 'kysely'
import { type ExpectedFlaw, flawsOfExpected } from '../../shared/domain/configuration-drift.ts'
import { keyOf } from '../../shared/domain/configuration-keys.ts'
import { templateRow } from '../../shared/endpoints/configuration-templates.ts'
import type { ConfigurationTemplate, configurationTemplate } from '../../shared/entities/configuration-template.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import type { Database } from '../kit/database/tables.ts'
import { reached } from '../kit/reach/within.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { judgeType } from './judge.ts'

type Changed = (entity: string, id: number) => void

/** What no single field of a template shows: values that no pile would take, and keys that no pile of the type has. */
export const templateExtension = (changed: Changed): Extension<typeof configurationTemplate> => {
  const judgeAgain = async (pile_type_id: number, { db, afterCommit }: Context) => {
    const piles = await judgeType(db, pile_type_id)
    afterCommit(() => {
      for (const id of piles) changed('pile', id)
    })
  }
  return {
    row: templateRow,
    extend: (rows, context) => withPiles(rows, context),
    async check({ pile_type_id, expected }, { db }, before) {
      if (!before) await refuseSecond(db, pile_type_id)
      const told = await toldByType(db, pile_type_id)
      const flaws: Flaw[] = flawsOfExpected(expected, (key) => told.get(key.toLowerCase()) ?? null)
      if (told.size > 0)
        for (const [at, { key }] of expected.entries())
          if (keyOf(key).profile === 'maker' && !told.has(key.toLowerCase()))
            flaws.push({ at, field: 'key', problem: 'unknown', max: 0 })
      if (flaws.length === 0) return
      const fields = Object.fromEntries(
        flaws.map(({ at, field, problem, max }) => [
          `expected.${at}.${field}`,
          { key: `configuration:flaws.${problem}`, figures: { max, key: expected[at]?.key ?? '' } },
        ]),
      )
      throw new Refusal(422, 'invalid_input', { fields })
    },
    created: ({ pile_type_id }, context) => judgeAgain(pile_type_id, context),
    updated: ({ pile_type_id }, _, context) => judgeAgain(pile_type_id, context),
    async removed(rows, context) {
      for (const { pile_type_id } of rows) await judgeAgain(pile_type_id, context)
    },
  }
}

async function withPiles<T extends ConfigurationTemplate>(rows: readonly T[], { db, person }: Context) {
  const types = rows.map(({ pile_type_id }) => pile_type_id)
  const { rows: counted } = await sql<{ type: number; state: 'same' | 'differs' | 'unknown'; piles: number }>`
    select t.pile_type_id as type, coalesce(t.configuration, 'unknown') as state, count(*)::int as piles from pile t
    where t.pile_type_id = any(${types}::bigint[]) and t.archived_at is null and ${reached(person, 'pile')} group by 1, 2`.execute(
    db,
  )
  return rows.map((row) => {
    const own = counted.filter(({ type }) => type === row.pile_type_id).map(({ state, piles }) => [state, piles])
    return { ...row, piles: { same: 0, differs: 0, unknown: 0, ...Object.fromEntries(own) } }
  })
}

type Flaw = Omit<ExpectedFlaw, 'problem'> & { problem: ExpectedFlaw['problem'] | 'unknown' }

async function refuseSecond(db: Kysely<Database>, pile_type_id: number): Promise<void> {
  const other = await db
    .selectFrom('configuration_template')
    .select('name')
    .where('pile_type_id', '=', pile_type_id)
    .executeTakeFirst()
  if (other) throw wrongField('pile_type_id', 'configuration:template_taken', { name: other.name })
}

/** The keys that piles of a type told, in small letters, and whether all of them say that it is read-only. */
async function toldByType(db: Kysely<Database>, pile_type_id: number): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ key: string; read_only: boolean }>`
    select lower(s.key) as key, bool_and(s.read_only) as read_only from pile_setting s join pile p on p.id = s.pile_id
    where p.pile_type_id = ${pile_type_id} and p.archived_at is null group by 1`.execute(db)
  return new Map(rows.map(({ key, read_only }) => [key, read_only]))
}
