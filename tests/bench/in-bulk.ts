import type pg from 'pg'

/** Statements that run at the same time, each on a processor of its own. */
const AT_ONCE = 2

interface Bulk {
  pool: pg.Pool
  tables: readonly string[]
  /** Triggers of tables that are silent meanwhile: what they would do is in what fills the tables. `user` is all of a table's. */
  silent?: readonly (readonly [table: string, trigger: string])[]
}

/**
 * Fills tables while they have hardly an index but their primary keys and ask for no other table's rows; then each index is made of all rows at
 * once. What fills them has to keep to what they refer to: it is not looked at again.
 */
export async function inBulk({ pool, tables, silent = [] }: Bulk, fill: () => Promise<unknown>): Promise<void> {
  const asides = await asidesOf(pool, tables)
  const triggers = (state: 'disable' | 'enable') =>
    silent.map(([table, trigger]) => `alter table ${table} ${state} trigger ${trigger}`)
  for (const statement of [...asides.map(({ drop }) => drop), ...triggers('disable')]) await pool.query(statement)
  await fill()
  for (const statement of triggers('enable')) await pool.query(statement)
  await sideBySide(
    pool,
    asides.flatMap(({ index }) => index ?? []),
  )
  // Each of these has its table for itself.
  for (const { constraint } of asides) if (constraint) await pool.query(constraint)
}

/** In their order, some at the same time. */
export async function sideBySide(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const left = [...statements]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await pool.query(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

interface Aside {
  drop: string
  index: string | null
  constraint: string | null
}

/** The costliest to make first. */
async function asidesOf(pool: pg.Pool, tables: readonly string[]): Promise<Aside[]> {
  const { rows } = await pool.query<Aside>(
    `with set_aside as (
       select i.indrelid, i.indexrelid, i.indnatts, a.amname, c.conname,
         exists (select from pg_constraint r where r.conindid = i.indexrelid and r.contype = 'f') as is_referred_to
       from pg_index i join pg_class k on k.oid = i.indexrelid join pg_am a on a.oid = k.relam
         left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
       -- What few rows are in is read whole to be made, and hardly heard of while they come.
       where i.indrelid = any($1::regclass[]) and not i.indisprimary
         and coalesce(pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$', true))
     select * from (
       select amname = 'gin' as is_costly, indnatts,
         case when conname is null then format('drop index %s', indexrelid::regclass)
           else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as drop,
         pg_get_indexdef(indexrelid) as index,
         case when conname is not null
           then format('alter table %s add constraint %I unique using index %I', indrelid::regclass, conname, conname) end as constraint
       from set_aside where not is_referred_to
       union all
       select false, 0, format('alter table %s drop constraint %I', conrelid::regclass, conname), null,
         format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid))
       from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f') known
     order by is_costly desc, indnatts desc`,
    [tables],
  )
  return rows
}
