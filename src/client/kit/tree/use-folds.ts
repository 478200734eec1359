import { useState } from 'react'

/** Which branches are folded: none at first. */
export function useFolds(initial: readonly number[] = []) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(() => new Set(initial))
  return {
    isFolded: (id: number) => folded.has(id),
    toggle: (id: number) =>
      setFolded((all) => {
        const next = new Set(all)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    set: (ids: readonly number[]) => setFolded(new Set(ids)),
  }
}

export type Folds = ReturnType<typeof useFolds>
