import { atom } from 'jotai/vanilla'

/** Puts the new version in force and reloads; null while there is none. */
export const updateAtom = atom<{ apply: () => void } | null>(null)
