import { type RawBuilder, sql } from 'kysely'

/** When a fault of the alarms `a` was over: of one that a person has called processed nothing more is known. */
export const endOfFault = (alias: string): RawBuilder<string | null> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`coalesce(${column('cleared_at')}, case when ${column('status')} = 'processed' then ${column('handled_at')} end)`
}

/** How many faults of some alarms are over, as `repairs`, and how long they took in all, as `repair_seconds`: their share is the mean time to repair. */
export const repairOf = (alias: string): RawBuilder<unknown> => {
  const ended = endOfFault(alias)
  return sql`count(${ended})::int as repairs,
    coalesce(sum(floor(greatest(0, extract(epoch from ${ended} - ${sql.ref(`${alias}.raised_at`)})))) filter (where ${ended} is not null), 0)::bigint
      as repair_seconds`
}
