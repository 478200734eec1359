import type { BulkChange } from '../../../shared/kit/bulk.ts'
import { MOST_ROWS, type Page } from '../../../shared/kit/endpoint.ts'
import type { Draft, Entity, Row, Titled } from '../../../shared/kit/entity.ts'
import { send } from './client.ts'
import { newKey } from './idempotency.ts'

/** Filters under their fields' names: a value, a list of values, or `{ from, to }`. */
export type FilterValue =
  | string
  | number
  | boolean
  | (string | number)[]
  | { from?: string | number; to?: string | number }

export interface Query {
  page_num?: number
  page_size?: number
  prop?: string
  order?: 'asc' | 'desc'
  keyword?: string
  [filter: string]: FilterValue | undefined
}

const pathOf = (entity: Entity, call: keyof Entity['calls']) => {
  const last = entity.calls[call]
  if (!last) throw new Error(`${entity.name} offers no ${call}`)
  return `${entity.path}/${last}`
}

export const listOf = <E extends Entity>(entity: E, query: Query, signal?: AbortSignal) =>
  send({ method: entity.listBy, path: pathOf(entity, 'list'), body: query, ...(signal && { signal }) }) as Promise<
    Page<Row<E>>
  >

/** The rows that a list finds, from its first on, so many at most. */
export async function everyRow<E extends Entity>(
  entity: E,
  query: Query,
  { most = Number.POSITIVE_INFINITY, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  for (let page_num = 1; ; page_num++) {
    const page = await listOf(entity, { ...query, page_num, page_size: MOST_ROWS }, signal)
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= Math.min(page.total, most)) return rows.slice(0, most)
  }
}

/** One record by its id, from the list: not every entity has a call of its own for it, and one that has no list has. */
export async function recordOf<E extends Entity>(entity: E, id: number, signal?: AbortSignal): Promise<Row<E> | null> {
  if (!entity.calls.list)
    return send({ method: 'POST', path: pathOf(entity, 'view'), body: { id }, ...(signal && { signal }) }) as Promise<
      Row<E>
    >
  const page = await listOf(entity, { id, page_size: 1 } as Query, signal)
  return page.rows[0] ?? null
}

/** What a reference may point at: `{ id, title }`, narrowed by what was typed. */
export const optionsOf = (entity: Entity, query: Query, signal?: AbortSignal) =>
  send({ method: 'POST', path: pathOf(entity, 'options'), body: query, ...(signal && { signal }) }) as Promise<Titled[]>

export const create = <E extends Entity>(entity: E, draft: Draft<E>, key: string = newKey()) =>
  send({ method: 'POST', path: pathOf(entity, 'create'), body: draft, idempotencyKey: key }) as Promise<Row<E>>

/** `version` as it was read: another person's change in between is refused with 409. */
export const update = <E extends Entity>(
  entity: E,
  change: { id: number; version: number } & Partial<Draft<E>>,
  key: string = newKey(),
) => send({ method: 'POST', path: pathOf(entity, 'update'), body: change, idempotencyKey: key }) as Promise<Row<E>>

/** Sets one field of several records, all or none; the refusal says why of each (`data.refused`). */
export const changeMany = (entity: Entity, body: BulkChange, key: string) =>
  send({ method: 'POST', path: `${entity.path}/bulk`, body, idempotencyKey: key }) as Promise<{ changed: number }>

/** Which of the deleted are gone for good, and which can be brought back. */
export interface Removed {
  erased: number[]
  archived: number[]
}

/** What deleting them would do; refused with what uses them (`data.uses`), as the deletion itself would be. */
export const planRemoval = (entity: Entity, ids: readonly number[]) =>
  send({ method: 'POST', path: pathOf(entity, 'remove'), body: { ids, dry_run: true } }) as Promise<Removed>

/** Deletes several, all or none. */
export const removeMany = (entity: Entity, ids: readonly number[], key: string = newKey()) =>
  send({ method: 'POST', path: pathOf(entity, 'remove'), body: { ids }, idempotencyKey: key }) as Promise<Removed>

/** Brings deleted records back that were kept for their history. */
export const restoreMany = (entity: Entity, ids: readonly number[]) =>
  send({ method: 'POST', path: `${entity.path}/restore`, body: { ids }, idempotencyKey: newKey() }) as Promise<unknown>
