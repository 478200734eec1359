import { atom } from 'jotai/vanilla'
import type { savePreferences } from '../../../shared/endpoints/preferences.ts'
import type { Body } from '../../../shared/kit/endpoint.ts'
import { keep, kept } from './kept.ts'
import { forgetKeptLayout, layoutOf, unsentOf } from './kept-layout.ts'
import { personAtom } from './session.ts'
import { store } from './store.ts'

/** How someone has laid out what is around the page. */
export interface Layout {
  /** The side menu is icons alone; null is as the window has room. */
  collapsed: boolean | null
  /** The open pages stand above the page. */
  tabs: boolean
  /** The keys of the entries that stand first, in the order in which they were chosen. */
  favourites: readonly number[]
  /** Groups that were folded (true) or unfolded by hand, by key. */
  folded: Readonly<Record<string, boolean>>
}

const USUAL: Layout = { collapsed: null, tabs: true, favourites: [], folded: {} }

/** What the server keeps of a person's choices, so that another device shows the same. */
export type Chosen = Body<typeof savePreferences>
export type ChosenField = keyof Chosen

/** By person: several may use one device. Local storage has it too, where it takes it, for a start without a network. */
const states = atom<Readonly<Record<number, Layout>>>({})
const unsentStates = atom<Readonly<Record<number, readonly ChosenField[]>>>({})

/** The state of anyone who is signed in; set to what changes of it. */
export const layoutAtom = atom(
  (get): Layout => {
    const userId = get(personAtom)?.user.userId
    if (userId === undefined) return USUAL
    return get(states)[userId] ?? { ...USUAL, ...kept<Partial<Layout>>(layoutOf(userId)) }
  },
  (get, set, change: Partial<Layout>) => {
    set(takenAtom, change)
    set(unsentAtom, [...new Set([...get(unsentAtom), ...(Object.keys(change) as ChosenField[])])])
  },
)

/** Takes over what the server keeps: nobody chose it here, so it is not sent. */
export const takenAtom = atom(null, (get, set, change: Partial<Layout>) => {
  const userId = get(personAtom)?.user.userId
  if (userId === undefined) return
  const state = { ...get(layoutAtom), ...change }
  keep(layoutOf(userId), state)
  set(states, { ...get(states), [userId]: state })
})

/** What this person chose on this device and the server has not got yet. */
export const unsentAtom = atom(
  (get): readonly ChosenField[] => {
    const userId = get(personAtom)?.user.userId
    if (userId === undefined) return []
    return get(unsentStates)[userId] ?? kept<ChosenField[]>(unsentOf(userId)) ?? []
  },
  (get, set, fields: readonly ChosenField[]) => {
    const userId = get(personAtom)?.user.userId
    if (userId === undefined) return
    keep(unsentOf(userId), fields)
    set(unsentStates, { ...get(unsentStates), [userId]: fields })
  },
)

/** The same for this window: what it still shows of someone who left. */
export function forgetLayout(userId: number) {
  if (!forgetKeptLayout(userId)) return
  const without = <T>(all: Readonly<Record<number, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => Number(id) !== userId))
  store.set(states, without(store.get(states)))
  store.set(unsentStates, without(store.get(unsentStates)))
}

/** What of it is not as it is for everybody. */
export const chosenOf = (layout: Layout): (keyof Layout)[] =>
  (Object.keys(USUAL) as (keyof Layout)[]).filter((key) => JSON.stringify(layout[key]) !== JSON.stringify(USUAL[key]))

/** A group of more entries is folded until someone unfolds it or one of its pages shows. */
const MANY = 12

export const isFolded = ({ folded }: Layout, group: { key: number; entries: readonly unknown[] }, active: boolean) =>
  folded[group.key] ?? (!active && group.entries.length > MANY)

export const withFavourite = (favourites: readonly number[], key: number): number[] =>
  favourites.includes(key) ? favourites.filter((one) => one !== key) : [...favourites, key]
