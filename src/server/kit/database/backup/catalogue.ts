import type pg from 'pg'
import { retiredTables } from '../partitions.ts'

/** A table whose rows belong into a backup; a partitioned one stands for all its partitions. */
export interface Table {
  name: string
  /** Without those that the database computes itself. */
  columns: string[]
}

export interface Partition {
  name: string
  parent: string
  /** As PostgreSQL writes it: `FOR VALUES FROM (…) TO (…)`. Null: it is one no more, and waits beside them to be thinned. */
  bounds: string | null
  /** Of such a one: it waits to be archived instead. */
  to_archive?: boolean
}

/** Every table, those that others refer to first. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid and f.conparentid = 0) as refers_to
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
    order by c.relname`)
  const ordered: Table[] = []
  let waiting = rows
  while (waiting.length > 0) {
    const there = new Set(ordered.map(({ name }) => name))
    const ready = waiting.filter(({ refers_to }) => refers_to.every((other) => there.has(other)))
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${waiting.map(({ name }) => name)}`)
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })))
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}

export async function partitionsOf(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select c.relname as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind in ('r', 'p')
    order by c.relname`)
  return [...rows, ...(await retiredTables(client)).map((table) => ({ ...table, bounds: null }))]
}

/** Sequences that no table owns: their numbers are told to piles, customers and on receipts. */
export async function toldSequences(client: pg.ClientBase): Promise<Record<string, { last: number; most: number }>> {
  const { rows } = await client.query(
    `select sequencename as name, coalesce(last_value, 0)::float8 as last, max_value::float8 as most from pg_sequences
    where schemaname = 'public' and not exists (
      select from pg_depend where objid = format('%I.%I', schemaname, sequencename)::regclass and deptype in ('a', 'i'))`,
  )
  return Object.fromEntries(rows.map(({ name, last, most }) => [name, { last, most }]))
}

/**
 * The number before the next one that each sequence gives: the last it gave, or, where it was set to one that it has not given yet, the one
 * before that. Null where it begins.
 */
export async function sequencesOf(client: pg.ClientBase): Promise<Record<string, number | null>> {
  const { rows: sequences } = await client.query<{ name: string; last: string | null; start: string }>(
    `select sequencename as name, last_value as last, start_value as start from pg_sequences where schemaname = 'public' order by 1`,
  )
  const stand: Record<string, number | null> = {}
  for (const { name, last, start } of sequences)
    stand[name] = last === null ? await beforeNext(client, name, Number(start)) : Number(last)
  return stand
}

/** pg_sequences says nothing of one that gave no number since it was made or set. */
async function beforeNext(client: pg.ClientBase, name: string, start: number): Promise<number | null> {
  const { rows } = await client.query<{ last: string; is_called: boolean }>(
    `select last_value as last, is_called from ${client.escapeIdentifier(name)}`,
  )
  const { last, is_called } = rows[0] ?? { last: start, is_called: false }
  if (is_called) return Number(last)
  return Number(last) <= start ? null : Number(last) - 1
}
