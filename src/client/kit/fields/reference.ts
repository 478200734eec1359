import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { type Entity, type Titled, titleField } from '../../../shared/kit/entity.ts'
import { listOf, optionsOf, type Query } from '../api/records.ts'
import { loaded } from '../ui/lazy.ts'
import type { Option } from '../ui/use-options.ts'

const MOST = 20

export async function loadEntity(name: string): Promise<Entity> {
  const { entityNamed } = await loaded(() => import('./entity-named.ts'))
  return entityNamed(name)
}

/** Records to choose from, as the reader's language calls them: roles that an installation starts with have a name in each. */
async function titled(entity: Entity, query: Query, signal?: AbortSignal): Promise<Titled[]> {
  const found = await kept(entity, query, signal)
  if (entity.name !== 'role') return found
  const { sampleNames } = await loaded(() => import('../i18n/sample-words.ts'))
  const nameOf = await sampleNames()
  const named = (all: readonly Titled[]) => all.map((one) => ({ ...one, title: nameOf(one.title) }))
  if (!query.keyword) return named(found)
  // The server knows the names that they were made with.
  const wanted = String(query.keyword).toLowerCase()
  const { keyword: _, ...others } = query
  const more = named(await kept(entity, others, signal)).filter(({ title }) => title.toLowerCase().includes(wanted))
  const known = new Set(found.map(({ id }) => id))
  return [...named(found), ...more.filter(({ id }) => !known.has(id))]
}

/** From the entity's own short list, else from its list by title. */
async function kept(entity: Entity, query: Query, signal?: AbortSignal): Promise<Titled[]> {
  if (entity.calls.options) return optionsOf(entity, query, signal)
  const { ids, ...others } = query
  const page = await listOf(entity, { ...others, ...(ids && { id: ids }), page_size: MOST }, signal)
  const title = titleField(entity)
  return page.rows.map((row) => ({ id: row.id, title: String((row as Record<string, unknown>)[title] ?? row.id) }))
}

const asOption = ({ id, title, note }: Titled): Option<number> => ({ key: id, label: title, ...(note && { note }) })

/** What a `Select` needs to choose a record of the entity of that name, among those that `where` leaves. */
export function referenceOptions(to: string, where: Query = {}) {
  return {
    source: `reference/${to}${Object.keys(where).length ? JSON.stringify(where) : ''}`,
    load: async (keyword: string, signal: AbortSignal) =>
      (await titled(await loadEntity(to), { ...where, ...(keyword && { keyword }) }, signal)).map(asOption),
  }
}

/** The titles of records known by their ids alone, as when they come from the address. */
export function useTitles(to: string, ids: readonly number[]): Titled[] {
  const query = useQuery({
    queryKey: ['titles', to, ids, i18next.language],
    queryFn: async ({ signal }) => titled(await loadEntity(to), { ids: [...ids] }, signal),
    enabled: ids.length > 0,
    staleTime: 60_000,
    meta: { entities: [to] },
  })
  return (query.data ?? []).filter(({ id }) => ids.includes(id))
}
