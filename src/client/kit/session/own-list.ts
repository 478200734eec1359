import { atom } from 'jotai/vanilla'
import { forgetAllPrivate, keepPrivate, keptPrivate } from './private.ts'
import { personAtom } from './session.ts'
import { store } from './store.ts'

const MOST = 8
const KEPT_SECONDS = 30 * 24 * 3600
/** What is kept on devices, each under the name of its list. */
const NAMES = ['recent', 'scans'] as const

const empty: (() => void)[] = []

/** What a person did last on this device, the newest first; by person: several may use one. */
export function ownList<T>(name: (typeof NAMES)[number]) {
  const lists = atom<Readonly<Record<number, readonly T[]>>>({})
  empty.push(() => store.set(lists, {}))
  const listAtom = atom((get): readonly T[] => {
    const userId = get(personAtom)?.user.userId
    return userId === undefined ? [] : (get(lists)[userId] ?? keptPrivate<T[]>(`${name}/${userId}`) ?? [])
  })
  function put(list: readonly T[]) {
    const userId = store.get(personAtom)?.user.userId
    if (userId === undefined) return
    const newest = list.slice(0, MOST)
    keepPrivate(`${name}/${userId}`, newest, KEPT_SECONDS)
    store.set(lists, { ...store.get(lists), [userId]: newest })
  }
  return { listAtom, put }
}

/** They tell what someone looked at and where they were: nobody else shall see them. */
export function forgetOwnLists() {
  for (const emptyOne of empty) emptyOne()
  for (const name of NAMES) forgetAllPrivate(`${name}/`)
}
