import {
  type Query as Asked,
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { MOST_ROWS, PAGE_SIZE, type Page } from '../../../shared/kit/endpoint.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import { fieldsOf } from '../../../shared/kit/entity.ts'
import type { Freshness } from '../api/queries.ts'
import { listOf, type Query } from '../api/records.ts'
import type { AnyRow } from './cell.tsx'

/** A list is stale when its entity changes; the titles of what it refers to change rarely and are not worth asking for. */
const metaOf = (entity: Entity, fresh: Freshness) => ({ entities: [entity.name, ...(fresh.also ?? [])], ...fresh })

const rowsOf = (entity: Entity, query: Query, signal: AbortSignal) =>
  listOf(entity, query, signal) as unknown as Promise<Page<AnyRow>>

/** The last answer stays while the next is under way. A list that starts with a view would show other records for a moment. */
const keepUnlessEarly = <T>(last: T | undefined, of: Pick<Asked, 'meta'> | undefined) =>
  of?.meta?.early ? undefined : last

/** Under which the pages of a list are kept. */
export const listKey = (entity: Entity, query: Query) => ['list', entity.name, query] as const
export const endlessKey = (entity: Entity, query: Query) =>
  ['endless', entity.name, { ...query, page_num: undefined }] as const

/** The entity whose list is kept under this key; undefined for what is no list. */
export const listedBy = ([kind, entity]: QueryKey) =>
  kind === 'list' || kind === 'endless' || kind === 'taken' ? String(entity) : undefined

/** Under which more rows of an endless list are kept than one page has, from a key of `endlessKey`. */
export const takenKey = (endless: QueryKey) => ['taken', ...endless.slice(1)] as const

/** As many of a site's piles as one looks over at once. */
export const pilesOfSite = (siteId: number): Query => ({ site_id: [siteId], page_num: 1, page_size: 50 })

/** Open alarms: as many as can matter to one person today; the list has all. */
export const openAlarms: Query = { status: ['open'], page_num: 1, page_size: 50 }

/** One page of a list; the last one stays while the next is under way. */
export function useRecords(entity: Entity, query: Query, fresh: Freshness = {}, enabled = true) {
  return useQuery({
    queryKey: listKey(entity, query),
    queryFn: ({ signal }) => rowsOf(entity, query, signal),
    placeholderData: keepUnlessEarly,
    meta: metaOf(entity, fresh),
    enabled,
  })
}

/**
 * The page that begins with this row, counted from 1. One who scrolls on gets more at once each time: for each page that comes the
 * list is drawn anew, and asking again asks for each of them.
 */
export function pageFrom(row: number, first: number) {
  const before = row - 1
  let size = first
  while (size * 2 <= Math.min(before, MOST_ROWS) && before % (size * 2) === 0) size *= 2
  return { page_num: Math.floor(before / size) + 1, page_size: size }
}

type Pages = InfiniteData<Page<AnyRow>, number>

/** All the pages that a phone has scrolled through, or what `select` takes of them: who needs less is drawn anew less often. */
export function useEndlessRecords<T = Pages>(
  entity: Entity,
  query: Query,
  fresh: Freshness = {},
  select?: (pages: Pages) => T,
) {
  return useInfiniteQuery({
    queryKey: endlessKey(entity, query),
    queryFn: ({ signal, pageParam }) =>
      rowsOf(entity, { ...query, ...pageFrom(pageParam, query.page_size ?? PAGE_SIZE) }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page * pageSize + 1 : undefined),
    placeholderData: keepUnlessEarly,
    // Asking again asks for every page that was scrolled through.
    meta: metaOf(entity, { everyMs: 2_000, ...fresh }),
    ...(select && { select }),
  })
}

export type EndlessRecords = ReturnType<typeof useEndlessRecords<Pages>>

/** What was typed is looked for at once in the rows that are here, until the server's answer comes. */
export function matching(entity: Entity, rows: readonly AnyRow[], keyword: string): AnyRow[] {
  const wanted = keyword.trim().toLowerCase()
  if (!wanted) return [...rows]
  const names = fieldsOf(entity)
    .filter(([, field]) => field.search)
    .map(([name]) => name)
  return rows.filter((row) =>
    names.some((name) =>
      String(row[name] ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  )
}
