import { type Atom, createStore, type WritableAtom } from 'jotai/vanilla'
import { useCallback, useSyncExternalStore } from 'react'

/** One store for components and for code outside of them: the API client ends a session, the live channel reads it. */
export const store = createStore()

/** What an atom holds, now and whenever that changes. Jotai's own hook draws each component that reads one a second time when it appears. */
export function useAtomValue<V>(atom: Atom<V>): V {
  const follow = useCallback((changed: () => void) => store.sub(atom, changed), [atom])
  return useSyncExternalStore(follow, () => store.get(atom))
}

export const useSetAtom = <V, A extends unknown[], R>(atom: WritableAtom<V, A, R>): ((...args: A) => R) =>
  useCallback((...args: A) => store.set(atom, ...args), [atom])

export const useAtom = <V, A extends unknown[], R>(atom: WritableAtom<V, A, R>) =>
  [useAtomValue(atom), useSetAtom(atom)] as const
