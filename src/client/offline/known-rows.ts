import type { Alarm } from '../../shared/entities/alarm.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import { type Copy, copiesOf } from './copies.ts'

export type KnownRow = Record<string, unknown> & { id: number }
/** A record as an answer on this device shows it, and when the server gave that answer. */
export interface Known<R = KnownRow> {
  row: R
  at: string
}

/** Answers that show a record do so at different depths. */
function* rowsIn({ data, at }: Copy): Generator<Known> {
  if (typeof data !== 'object' || data === null) return
  if ('id' in data && typeof data.id === 'number') yield { row: data as KnownRow, at }
  for (const part of Object.values(data)) yield* rowsIn({ data: part, at })
}

/** All records that the copies on this device show, the newest copy of each last. */
export async function knownRows(): Promise<Known[]> {
  const userId = store.get(personAtom)?.user.userId
  const copies = userId === undefined ? [] : await copiesOf(userId)
  return [...copies].sort((a, b) => a.at.localeCompare(b.at)).flatMap((copy) => [...rowsIn(copy)])
}

/** What a pile is called, as far as this device knows it. */
export async function knownStation(pileId: number): Promise<string | null> {
  const named = (await knownRows()).find(({ row }) => row.id === pileId && typeof row.station_number === 'string')
  return named ? String(named.row.station_number) : null
}

export const isAlarmRow = (row: KnownRow): row is KnownRow & Alarm => 'raised_at' in row && 'pile_id' in row
