import { type Kysely, sql } from 'kysely'
import { type ExpectedFlaw, flawsOfExpected } from '../../shared/domain/configuration-drift.ts'
import { keyOf, type ToldOfKey } from '../../shared/domain/configuration-keys.ts'
import type { Expected } from '../../shared/domain/expected.ts'
import { templateRow } from '../../shared/endpoints/configuration-templates.ts'
import type { ConfigurationTemplate, configurationTemplate } from '../../shared/entities/configuration-template.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import type { Database } from '../kit/database/tables.ts'
import { toldOf } from '../kit/kept-setting.ts'
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
      const [told, isAnyTold] = await toldByType(db, pile_type_id, expected)
      const flaws: Flaw[] = flawsOfExpected(expected, (key) => told.get(key.toLowerCase()) ?? null)
      if (isAnyTold)
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

/**
 * What piles of a type told of a template's keys, in small letters, read-only where all of them say so; and whether any of them told anything. Of
 * what a key takes one of them speaks for all.
 */
async function toldByType(
  db: Kysely<Database>,
  pile_type_id: number,
  expected: readonly Expected[],
): Promise<[ReadonlyMap<string, ToldOfKey>, boolean]> {
  const keys = expected.map(({ key }) => key.toLowerCase())
  const own = sql`p.pile_type_id = ${pile_type_id} and p.archived_at is null`
  const [{ rows }, { rows: any }] = await Promise.all([
    sql<Parameters<typeof toldOf>[0] & { key: string }>`
      select distinct on (lower(s.key)) lower(s.key) as key, bool_and(s.read_only) over same as read_only, s.write_only, s.type, s.unit,
        s.minimum, s.maximum, s.choices
      from pile_setting s join pile p on p.id = s.pile_id
      where ${own} and lower(s.key) = any(${keys}::text[]) window same as (partition by lower(s.key))
      order by lower(s.key), s.type is null, s.read_at desc`.execute(db),
    sql`select from pile p where ${own} and exists (select from pile_setting s where s.pile_id = p.id) limit 1`.execute(
      db,
    ),
  ])
  return [new Map(rows.map(({ key, ...told }) => [key, toldOf(told)])), any.length > 0]
}
