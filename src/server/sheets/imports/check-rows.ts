import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Draft, Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import type { Language } from '../../../shared/kit/languages.ts'
import { problemsOf } from '../../../shared/kit/problems.ts'
import { draftSchema } from '../../../shared/kit/schema.ts'
import type { Context } from '../../kit/context.ts'
import { choiceRules } from '../../kit/crud/chosen.ts'
import type { Records } from '../../kit/crud/crud.ts'
import { type Message, Refusal } from '../../kit/refusal.ts'
import { importable } from './importable.ts'
import { textOf, understand } from './parse-cell.ts'
import { isBlank, type RawRow } from './raw-sheet.ts'
import { type Found, recordsTitled } from './references.ts'
import { uniqueConflicts } from './unique-conflicts.ts'

/** What is wrong with a row; `field` is empty when no single cell is at fault. */
export interface RowProblem {
  line: number
  field: string
  message: Message
}

interface Row {
  line: number
  draft: Record<string, unknown>
}

export interface Checked {
  good: Row[]
  problems: RowProblem[]
}

interface Sheet {
  rows: readonly RawRow[]
  places: ReadonlyMap<string, number>
  zone: string
}

type Everything = ReadonlyMap<string, Records>

const AT_ONCE = 500

/** Understands every row and says everything that is wrong with each of them, in the order of the file. */
export async function checkRows(
  records: Records,
  sheet: Sheet,
  everything: Everything,
  context: Context,
): Promise<Checked> {
  const problems: RowProblem[] = []
  const bad = new Set<number>()
  const say = (line: number, field: string, message: Message) => {
    bad.add(line)
    problems.push({ line, field, message })
  }
  const titles = await titlesOf(records.entity, sheet, everything, context)
  const rows: Row[] = []
  for (const [at, raw] of sheet.rows.entries()) {
    rows.push(draftOf(records.entity, raw, { ...sheet, titles, say, language: context.language }))
    if (at % AT_ONCE === 0) await setImmediate()
  }
  for (const { line, field, first } of await uniqueConflicts(records.entity, rows, context.db))
    say(
      line,
      field,
      first === null ? { key: 'already_taken' } : { key: 'sheets:twice_in_file', figures: { line: first } },
    )
  const sound = rows.filter(({ line }) => !bad.has(line))
  await checkByFeature(records, sound, { context, say })
  problems.sort((a, b) => a.line - b.line)
  return { good: rows.filter(({ line }) => !bad.has(line)), problems }
}

/** For each reference among the fields, the records that its cells name. */
async function titlesOf(entity: Entity, { rows, places }: Sheet, everything: Everything, context: Context) {
  const found = new Map<string, Found>()
  for (const [name, { kind, to }] of importable(entity)) {
    const at = places.get(name)
    const target = everything.get(String(to))
    if (kind !== 'reference' || at === undefined || !target) continue
    const titles = rows.map(({ cells }) => textOf(cells[at])).filter(Boolean)
    found.set(name, await recordsTitled(target, titles, context))
  }
  return found
}

interface Reading extends Sheet {
  language: Language
  titles: ReadonlyMap<string, Found>
  say(line: number, field: string, message: Message): void
}

function draftOf(entity: Entity, { line, cells }: RawRow, { places, zone, language, titles, say }: Reading): Row {
  const given: Record<string, unknown> = {}
  const told = new Set<string>()
  const tell = (name: string, message: Message) => {
    told.add(name)
    say(line, name, message)
  }
  for (const [name, field] of importable(entity)) {
    const cell = cells[places.get(name) ?? -1]
    if (cell === undefined || cell === null || isBlank(cell)) continue
    const understood = understand([name, field], cell, { entity, zone, language })
    if ('problem' in understood) tell(name, understood.problem)
    else given[name] = understood.value
    const reference = titles.get(name)
    if (reference) resolve(reference, given, { name, tell })
  }
  const parsed = z.safeParse(schemaOf(entity), given)
  const wrong = parsed.success ? {} : problemsOf(parsed.error.issues, entity.fields as Record<string, Field>)
  // A heading that is missing is said once and not for each row.
  for (const [name, problem] of Object.entries(wrong)) if (!told.has(name) && places.has(name)) tell(name, problem)
  return { line, draft: parsed.success ? (parsed.data as Record<string, unknown>) : given }
}

interface Naming {
  name: string
  tell(name: string, message: Message): void
}

function resolve(found: Found, given: Record<string, unknown>, { name, tell }: Naming): void {
  const id = found.get(String(given[name]))
  given[name] = id
  if (typeof id === 'number') return
  tell(name, { key: id === 'several' ? 'sheets:title_of_several' : 'sheets:title_of_none' })
}

const schemas = new WeakMap<Entity, z.ZodMiniType>()
function schemaOf(entity: Entity): z.ZodMiniType {
  const schema = schemas.get(entity) ?? draftSchema(entity)
  schemas.set(entity, schema)
  return schema
}

interface Judging {
  context: Context
  say(line: number, field: string, message: Message): void
}

/** What no single field shows, as the entity's feature judges it. */
async function checkByFeature(
  { entity, extension }: Records,
  rows: readonly Row[],
  { context, say }: Judging,
): Promise<void> {
  const drafts = rows.map(({ draft }) => draft as Draft<Entity>)
  const refusals = (await extension.checkAll?.(drafts, context)) ?? (await eachChecked(extension, drafts, context))
  for (const [at, refusal] of refusals.entries()) if (refusal) sayRefusal(rows[at]?.line ?? 0, refusal, say)
  const unoffered = await choiceRules(context.db, entity)
  for (const { line, draft } of rows) for (const name of unoffered(draft)) say(line, name, { key: 'not_a_choice' })
}

async function eachChecked({ check }: Records['extension'], drafts: readonly Draft<Entity>[], context: Context) {
  const refusals: (Refusal | null)[] = []
  for (const draft of check ? drafts : []) refusals.push(await refusedBy(() => check?.(draft, context, null)))
  return refusals
}

async function refusedBy(check: () => Promise<void> | undefined): Promise<Refusal | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function sayRefusal(line: number, { key, figures, fields }: Refusal, say: Judging['say']): void {
  const wrong = Object.entries(fields)
  for (const [field, message] of wrong) say(line, field, message)
  if (!wrong.length) say(line, '', { key, figures })
}
