import type pg from 'pg'

/** Fills tables while none of their indexes is kept but those that hold something unique; then each is made of all rows at once. */
export async function withoutIndexes(
  pool: pg.Pool,
  tables: readonly string[],
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await pool.query<{ indexdef: string; name: string }>(
    `select pg_get_indexdef(indexrelid) as indexdef, indexrelid::regclass::text as name from pg_index
      where indrelid = any($1::regclass[]) and not indisunique`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  await fill()
  for (const { indexdef } of rows) await pool.query(indexdef)
}
