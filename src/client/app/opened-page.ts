import { hashKey, type QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { dictionaryGet } from '../../shared/endpoints/dictionary-values.ts'
import { listViews } from '../../shared/endpoints/list-views.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import { callKey } from '../kit/api/call-key.ts'
import { queryClient } from '../kit/api/queries.ts'
import { holdDictionaries } from '../kit/dictionaries/dictionaries.ts'
import { endlessKey, listKey } from '../kit/fields/use-records.ts'
import { readList } from '../kit/records/address.ts'
import { bringList } from '../kit/records/record-list.tsx'
import { queryOf } from '../kit/records/use-list.ts'
import { personAtom } from '../kit/session/session.ts'
import { store } from '../kit/session/store.ts'
import type { Part } from '../kit/ui/lazy.ts'
import { isWide } from '../kit/ui/use-wide.ts'
import { readCopy } from '../offline/copies.ts'
import { bringShell } from './layout.tsx'
import { type MenuRoute, routeAt, type Target } from './menu/routes.ts'
import { landingAtom, routesAtom } from './menu/use-menu.ts'
import { lazily } from './menu-pages.tsx'
import { screens } from './screens.ts'
import { bringExtras } from './use-extras.ts'

/** A list that comes by itself is one more part. */
async function bringOwnList(name: string) {
  const { List } = await bringExtras(name)
  await (List as Partial<Part<ComponentType>> | undefined)?.bring?.()
}

function bringPage(target: Target | undefined): Promise<unknown> {
  if (target?.kind === 'entity') return Promise.all([bringOwnList(target.entity), bringList()])
  const screen = target?.kind === 'screen' ? screens[target.screen] : undefined
  return screen ? lazily(screen.load).bring() : Promise.resolve()
}

/** What is kept of an answer stands there before anything is drawn. */
async function hold<D>(userId: number, key: QueryKey): Promise<D | undefined> {
  const copy = await readCopy<D>(userId, hashKey(key))
  if (copy && queryClient.getQueryData(key) === undefined) {
    queryClient.setQueryData(key, copy.data, { updatedAt: Date.parse(copy.at) })
    // However young it is: nobody has told since then what changed.
    queryClient.getQueryCache().find({ queryKey: key })?.invalidate()
  }
  return copy?.data
}

/**
 * Has what is kept of a list, and of what it is drawn with, there when it is first drawn: to draw what stands in its place first, and
 * the list again for each that comes, takes several times as long.
 */
async function holdKept(userId: number, entity: Entity, search: string) {
  const query = queryOf(readList(entity, new URLSearchParams(search)), {})
  const [words] = await Promise.all([
    hold<Data<typeof dictionaryGet>>(userId, callKey(dictionaryGet, {})),
    hold(userId, isWide() ? listKey(entity, query) : endlessKey(entity, query)),
    hold(userId, callKey(listViews, { list: entity.name })),
  ])
  if (words) holdDictionaries(words)
}

/** Where a list opens that says so: otherwise it would be drawn, find its address, and be drawn again. */
async function bringRecords(route: MenuRoute | null, { pathname, search }: Opened): Promise<string | null> {
  const { opensOn } = route?.target.kind === 'entity' ? await bringExtras(route.target.entity) : {}
  const userId = store.get(personAtom)?.user.userId
  if (!opensOn || userId === undefined || pathname !== route?.path) return null
  await holdKept(userId, opensOn.entity, search || opensOn.search)
  return search ? null : `${pathname}?${opensOn.search}`
}

type Opened = Pick<Location, 'pathname' | 'search'>

/** Loads the page at this address of someone whom the device knows, with the shell around it. Resolves to where it opens, if elsewhere. */
export async function bringOpened({ pathname, search }: Opened): Promise<string | null> {
  if (!store.get(personAtom)) return null
  const path = pathname === '/' ? store.get(landingAtom) : pathname
  const route = routeAt(store.get(routesAtom), path)
  const [records] = await Promise.allSettled([
    bringRecords(route, { pathname, search }),
    bringShell(),
    bringPage(route?.target),
  ])
  return records.status === 'fulfilled' ? records.value : null
}
