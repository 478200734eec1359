import type { Alarm } from '../../shared/entities/alarm.ts'
import { queryClient } from '../kit/api/queries.ts'
import { listedBy } from '../kit/fields/use-records.ts'
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

/** The copies on this device, or those of an entity's lists alone. */
async function copies(entity?: string): Promise<Copy[]> {
  const userId = store.get(personAtom)?.user.userId
  return userId === undefined ? [] : copiesOf(userId, entity)
}

/** The newest last. */
const byAge = (answers: readonly Copy[]) => [...answers].sort((a, b) => a.at.localeCompare(b.at))

/** What was scrolled through since the console was opened is more than what is kept of it, and some lists are kept not at all. */
const shownLists = (entity: string): Copy[] =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => listedBy(queryKey) === entity && state.data !== undefined })
    .map(({ state }) => ({ data: state.data, at: new Date(state.dataUpdatedAt).toISOString() }))

/** All records that the copies on this device show, the newest copy of each last. */
export const knownRows = async (): Promise<Known[]> => byAge(await copies()).flatMap((copy) => [...rowsIn(copy)])

interface Listed {
  rows?: readonly KnownRow[]
  pages?: readonly Listed[]
}

const listedIn = (data: Listed | readonly KnownRow[] | undefined): readonly KnownRow[] =>
  Array.isArray(data) ? data : [(data as Listed)?.rows ?? [], ...((data as Listed)?.pages ?? []).map(listedIn)].flat()

/** A record as the lists of this page and those on this device show it: all that its own page tells of it as well. */
export async function listedRow(entity: string, id: number): Promise<Known | undefined> {
  const rows = byAge([...(await copies(entity)), ...shownLists(entity)]).flatMap(({ data, at }) =>
    listedIn(data as Listed).map((row) => ({ row, at })),
  )
  return rows.findLast(({ row }) => row.id === id)
}

/** What a pile is called, as far as this device knows it. */
export async function knownStation(pileId: number): Promise<string | null> {
  const named = (await knownRows()).find(({ row }) => row.id === pileId && typeof row.station_number === 'string')
  return named ? String(named.row.station_number) : null
}

export const isAlarmRow = (row: KnownRow): row is KnownRow & Alarm => 'raised_at' in row && 'pile_id' in row
