import {
  type AuditMore,
  auditRow,
  type BrowserMore,
  errorRow,
  refusedRow,
  signInRow,
} from '../../shared/endpoints/logs.ts'
import type { errorEntry } from '../../shared/entities/error-entry.ts'
import type { entities } from '../../shared/entities/index.ts'
import type { refusedEntry } from '../../shared/entities/refused-entry.ts'
import type { signInEntry } from '../../shared/entities/sign-in-entry.ts'
import { type Row, titleField } from '../../shared/kit/entity.ts'
import { browserWords } from '../kit/browser-words.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { asReached, entityOf, maskedValues, referenceTitles, titlesOf, type Values, withTitles } from './told-values.ts'

type Change = Row<typeof entities.audit_entry>
type Audit = typeof entities.audit_entry

/** Changes with what they changed as this person may see it, and what their records are called. */
export const auditExtension: Extension<Audit> = {
  row: auditRow,
  async extend(rows, context) {
    const told = await valuesOf(rows, context)
    const called = await recordTitles(rows, context)
    return rows.map((row): Change & AuditMore => {
      const { before, after } = told(row)
      return {
        ...row,
        before: written(before),
        after: written(after),
        record_title: called(row) ?? titleIn(row.entity, after ?? before),
        browser: inWords(row.agent),
      }
    })
  },
  summary: async (_, __, list) => (await list.overview([], 'kind')).counts,
}

export const signInExtension: Extension<typeof signInEntry> = {
  row: signInRow,
  extend: async (rows) => rows.map((row): typeof row & BrowserMore => ({ ...row, browser: inWords(row.agent) })),
  summary: async (_, __, list) => (await list.overview([], 'outcome')).counts,
}

export const refusedExtension: Extension<typeof refusedEntry> = {
  row: refusedRow,
  extend: async (rows) => rows.map((row): typeof row & BrowserMore => ({ ...row, browser: inWords(row.agent) })),
  summary: async (_, __, list) => (await list.overview([], 'kind')).counts,
}

export const errorExtension: Extension<typeof errorEntry> = {
  row: errorRow,
  extend: async (rows) => rows.map((row): typeof row & BrowserMore => ({ ...row, browser: inWords(row.agent) })),
}

const written = (values: Values | null): string | null => values && JSON.stringify(values)

function inWords(agent: string | null): string | null {
  const { browser, system } = browserWords(agent)
  return [browser, system].filter(Boolean).join(', ') || null
}

/** The database's own JSON: the column's words stand in the row until here. */
const kept = (values: unknown) => values as Values | null

async function valuesOf(rows: readonly Change[], { db, person }: Context) {
  const sides = rows.flatMap(({ entity, before, after }) =>
    [kept(before), kept(after)].flatMap((values) => (values ? [{ entity, values }] : [])),
  )
  const titleFor = await referenceTitles(db, sides)
  const titled = sides.map(({ entity, values }) => ({ entity, values, told: withTitles({ entity, values }, titleFor) }))
  const theirs = await asReached(db, person, titled)
  const shown = (entity: string, values: Values | null) =>
    values && maskedValues(entity, theirs.get(values) ?? {}, person)
  return ({ entity, before, after }: Change) => ({
    before: shown(entity, kept(before)),
    after: shown(entity, kept(after)),
  })
}

async function recordTitles(rows: readonly Change[], { db }: Context) {
  const titles = new Map<string, Awaited<ReturnType<typeof titlesOf>>>()
  for (const name of new Set(rows.map(({ entity }) => entity))) {
    const ids = rows.flatMap(({ entity, entity_id }) => (entity === name && entity_id !== null ? [entity_id] : []))
    titles.set(name, await titlesOf(db, name, [...new Set(ids)]))
  }
  return ({ entity, entity_id }: Change) => titles.get(entity)?.get(entity_id ?? 0)?.title
}

/** What a record that is gone was called when it went; and what a dictionary's value or a table is called, which are no records. */
function titleIn(name: string, values: Values | null): string | null {
  const entity = entityOf(name)
  const { dictionary, name: table, value } = values ?? {}
  const titles = entity ? [values?.[titleField(entity)]] : [dictionary ?? table, value]
  return titles.filter((title) => typeof title === 'string').join(' · ') || null
}
