import { atom } from 'jotai/vanilla'
import type { Titled } from '../../../shared/kit/entity.ts'
import { store } from './store.ts'

interface Wanted {
  /** The entity's name. */
  entity: string
  onMade: (made: Pick<Titled, 'id'>) => void
}

/** A record that is to be added over the form that wants it: the app shows its form. */
export const newRecordAtom = atom<Wanted | null>(null)

export const askForNew = (wanted: Wanted) => store.set(newRecordAtom, wanted)
export const newRecordDone = () => store.set(newRecordAtom, null)
