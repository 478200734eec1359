import { atom } from 'jotai/vanilla'
import { useAtomValue } from './store.ts'

/** The path of each entity's list, as this person's menu has it. The app fills it from the menu. */
export const homesAtom = atom<Readonly<Record<string, string>>>({})

/** The path of a record's own page; null where the person's menu leads to none. */
export function useRecordPath() {
  const homes = useAtomValue(homesAtom)
  return (entity: string, id: number): string | null => {
    const home = homes[entity]
    return home ? `${home}/${id}` : null
  }
}

/** The paths of all lists, by entity. */
export const useHomes = () => useAtomValue(homesAtom)

/** The path of an entity's list; null where the person's menu has none. */
export const useHome = (entity: string): string | null => useAtomValue(homesAtom)[entity] ?? null
