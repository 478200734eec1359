import { atom } from 'jotai'
import { keep, kept } from './kept.ts'
import { personAtom } from './session.ts'

/** How somebody has laid out what is around the page, on this device. */
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
const nameOf = (userId: number) => `menu/${userId}`

/** By person: several may use one device. Local storage has it too, where it takes it. */
const states = atom<Readonly<Record<number, Layout>>>({})

/** The state of whoever is signed in; set to what changes of it. */
export const layoutAtom = atom(
  (get): Layout => {
    const userId = get(personAtom)?.user.userId
    if (userId === undefined) return USUAL
    return get(states)[userId] ?? { ...USUAL, ...kept<Partial<Layout>>(nameOf(userId)) }
  },
  (get, set, change: Partial<Layout>) => {
    const userId = get(personAtom)?.user.userId
    if (userId === undefined) return
    const state = { ...get(layoutAtom), ...change }
    keep(nameOf(userId), state)
    set(states, { ...get(states), [userId]: state })
  },
)

/** A group of more entries is folded until somebody unfolds it or one of its pages shows. */
const MANY = 10

export const isFolded = ({ folded }: Layout, group: { key: number; entries: readonly unknown[] }, active: boolean) =>
  folded[group.key] ?? (!active && group.entries.length > MANY)

export const withFavourite = (favourites: readonly number[], key: number): number[] =>
  favourites.includes(key) ? favourites.filter((one) => one !== key) : [...favourites, key]
