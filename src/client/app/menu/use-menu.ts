import { atom } from 'jotai/vanilla'
import { homesAtom } from '../../kit/session/homes.ts'
import { menuAtom, personAtom } from '../../kit/session/session.ts'
import { store, useAtomValue } from '../../kit/session/store.ts'
import { homesOf, landingOf, routesOf } from './routes.ts'

export const routesAtom = atom((get) => routesOf(get(menuAtom)))

const putHomes = () => store.set(homesAtom, homesOf(store.get(routesAtom)))

/** Lets the kit know where records live, now and whenever another person signs in. */
export function followMenu() {
  store.sub(routesAtom, putHomes)
  putHomes()
}

/** Where the person lands. */
export const landingAtom = atom((get) => landingOf(get(routesAtom), get(personAtom)?.user.dashboard))

export const useRoutesOfMenu = () => useAtomValue(routesAtom)
