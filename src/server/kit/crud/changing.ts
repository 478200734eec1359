import { type Draft, type Entity, fieldsOf, type Row } from '../../../shared/kit/entity.ts'
import { audit, difference } from '../audit.ts'
import type { Context } from '../context.ts'
import { hashNewPassword } from '../password.ts'
import { isTaken } from '../postgres-errors.ts'
import { holdReferences, holdWritten } from '../reach/hold.ts'
import { withUnreached } from '../reach/lists.ts'
import { notFound, Refusal } from '../refusal.ts'
import { refuseArchived, refuseArchivedReferences, setArchived } from './archive.ts'
import { holdChoices } from './chosen.ts'
import type { Extension } from './extension.ts'
import { entityFor, refuseHidden, refuseMasks, withoutMasks } from './masking.ts'
import { overtaken } from './overtaken.ts'
import type { Reading } from './reading.ts'
import { planRemoval, type Removal, remove } from './removal.ts'
import { type Kept, keptRows, shownRows } from './rows.ts'
import { namesOthers, refuseUntrue, settableOf } from './settable.ts'
import { insertRecord, updateRecord } from './writes.ts'

interface Parts<E extends Entity> {
  entity: E
  extension: Extension<E>
  reading: Reading<E>
  changed(entity: string, id: number): void
}

type Change = Readonly<Record<string, unknown>> & { id: number; version: number }

/** How an entity's records are written. Each call is one transaction of the caller's, its audit included. */
export class Changing<E extends Entity> {
  readonly #parts: Parts<E>

  constructor(parts: Parts<E>) {
    this.#parts = parts
  }

  async create(given: Draft<E>, context: Context): Promise<Row<E>> {
    const { entity, extension } = this.#parts
    const draft = settableOf(entity, given as Kept, true) as Draft<E>
    refuseMasks(entity, draft as Kept)
    refuseHidden(entity, draft as Kept, context.person)
    await refuseArchivedReferences(context.db, entity, draft as Kept)
    await holdReferences(context.db, context.person, entity, draft as Kept)
    await holdChoices(context.db, entity, draft as Kept)
    await extension.check?.(draft, context, null)
    const id = await insertRecord(context.db, entity, {
      draft: draft as Kept,
      hash: this.#hashOf(draft as Kept),
      by: context.person.id,
    })
    await holdWritten(context.db, context.person, entity, [id])
    const [row] = await this.#rows([id], context)
    if (!row) throw notFound()
    await extension.created?.(row, context)
    await this.#note('create', null, row, context)
    const told = await this.#told(row, context)
    refuseUntrue(entity, given as Kept, told as Kept, true)
    return told
  }

  /** Refused with the record as it is when another person changed it after it was read. */
  async update({ id, version, ...given }: Change, context: Context): Promise<Row<E>> {
    const { entity, extension } = this.#parts
    const [before] = await this.#locked([id], context)
    if (!before) throw await this.#parts.reading.missing([id], context)
    refuseArchived(entity, before)
    if (version !== before.version) throw await overtaken(entity, before, context)
    const known = entityFor(entity, context.person)
    if (namesOthers(known, given, false)) refuseUntrue(known, given, (await this.#told(before, context)) as Kept, false)
    const seen = withoutMasks(entity, settableOf(entity, given, false), before, context.person)
    const change = await withUnreached(context.db, context.person, entity, { change: seen, before })
    const asked = Object.entries(change).filter(([name, value]) => !same(before[name as keyof Row<E>], value))
    if (!asked.length) return this.#told(before, context)
    const values = Object.fromEntries(asked)
    refuseMasks(entity, values)
    await refuseArchivedReferences(context.db, entity, values)
    const typed = Object.fromEntries(asked.map(([name]) => [name, seen[name]]))
    await holdReferences(context.db, context.person, entity, typed)
    await holdChoices(context.db, entity, values, before)
    await extension.check?.({ ...before, ...change } as unknown as Draft<E>, context, before)
    await updateRecord(context.db, entity, { id, hash: this.#hashOf({ ...before, ...values }), values })
    await holdWritten(context.db, context.person, entity, [id])
    const [after] = await this.#rows([id], context)
    if (!after) throw notFound()
    await extension.updated?.(after, before, context)
    await this.#note('update', before, after, context)
    return this.#told(after, context)
  }

  /** Erases what has no history and archives what has, all of them or none; with `dryRun` it only tells. */
  async remove(asked: readonly number[], context: Context, dryRun = false): Promise<Removal> {
    const { entity, extension } = this.#parts
    const ids = new Set([...asked, ...((await extension.along?.(asked, context)) ?? [])])
    const rows = await this.#locked([...ids], context)
    if (rows.length < ids.size) throw await this.#parts.reading.missing([...ids], context)
    for (const row of rows) refuseArchived(entity, row)
    await extension.removable?.(rows, context)
    const plan = await planRemoval({ entity, extension, rows }, context)
    if (dryRun) return plan
    const removal = await remove(entity, plan, context)
    await extension.removed?.(rows, context)
    const kept = new Map((await this.#rows(removal.archived, context)).map((row) => [row.id, row]))
    for (const row of rows) {
      const after = kept.get(row.id) ?? null
      await this.#note(after ? 'archive' : 'delete', row, after, context)
    }
    return removal
  }

  /** Brings archived records back; what is in use already stays so. */
  async restore(ids: readonly number[], context: Context): Promise<null> {
    const { entity, extension } = this.#parts
    const rows = await this.#locked(ids, context)
    if (rows.length < new Set(ids).size) throw await this.#parts.reading.missing(ids, context)
    for (const before of rows.filter((row) => (row as unknown as Kept).archived_at !== null)) {
      await refuseArchivedReferences(context.db, entity, before)
      await extension.check?.(before as unknown as Draft<E>, context, null)
      await this.#bringBack(before, context)
      const [after] = await this.#rows([before.id], context)
      if (after) await this.#note('restore', before, after, context)
    }
    return null
  }

  /** Hashes a secret of a record; a password is not to be made of what the record says besides. */
  #hashOf(record: Kept): (secret: string) => Promise<string> {
    const { entity, extension } = this.#parts
    const texts = fieldsOf(entity).flatMap(([name, { kind }]) => (NAMING.has(kind) ? [record[name]] : []))
    const about = texts.filter((text) => typeof text === 'string')
    return async (secret) => (extension.hashSecret ?? ((own: string) => hashNewPassword(own, about)))(secret)
  }

  /** The answer to a write is what a list would say of the record. */
  async #told(row: Row<E> & Kept, context: Context): Promise<Row<E>> {
    const { entity, extension } = this.#parts
    const [shown = row] = await shownRows(context.db, entity, [row], context.person)
    const [whole] = (await extension.extend?.([shown], context)) ?? []
    return whole ?? shown
  }

  // Meanwhile its name may have been given to another.
  async #bringBack({ id }: Kept, { db }: Context): Promise<void> {
    try {
      await setArchived(db, this.#parts.entity, [id], false)
    } catch (error) {
      throw isTaken(error) ? new Refusal(409, 'restore_taken') : error
    }
  }

  /** Those that this person may see, in the order of their ids, until the transaction ends. */
  async #locked(ids: readonly number[], context: Context): Promise<(Row<E> & Kept)[]> {
    return this.#rows(await this.#parts.reading.visible(ids, context, true), context)
  }

  #rows(ids: readonly number[], { db }: Context): Promise<(Row<E> & Kept)[]> {
    return keptRows<Row<E> & Kept>(db, this.#parts.entity, ids)
  }

  async #note(action: string, before: Row<E> | null, after: Row<E> | null, context: Context): Promise<void> {
    const { entity, changed } = this.#parts
    const entity_id = Number((after ?? before)?.id)
    const change =
      before && after ? difference(before as Kept, after as Kept) : { before: before as Kept, after: after as Kept }
    await audit(context.db, context, { action, entity: entity.name, entity_id, ...change })
    context.afterCommit(() => changed(entity.name, entity_id))
  }
}

/** Kinds of fields that say what someone is called. */
const NAMING: ReadonlySet<string> = new Set(['text', 'phone', 'email'])

const same = (kept: unknown, given: unknown): boolean => JSON.stringify(kept) === JSON.stringify(given)
