import { atom } from 'jotai/vanilla'
import { store } from '../session/store.ts'

/** A list on its way to become a file. */
export interface Export {
  id: number
  /** Name of the entity. */
  entity: string
  /** Unknown until the server has counted. */
  total: number | null
  rows: number
  /** The file once it is whole. */
  file: File | null
  /** Why there is none. */
  failure: string | null
}

export const exportsAtom = atom<Export[]>([])

export const change = (id: number, next: Partial<Export>) =>
  store.set(exportsAtom, (all) => all.map((one) => (one.id === id ? { ...one, ...next } : one)))

export const forget = (id: number) => store.set(exportsAtom, (all) => all.filter((one) => one.id !== id))
