import type { Query } from '@tanstack/react-query'
import { queryClient } from './queries.ts'

/** What a slow phone takes to draw the records that it has. */
const DRAWN_MS = 500
const LONGEST_MS = 3_000

/** Resolves once the page that is opened shows what it has of records, or after a moment where it has none: what can wait comes then. */
export const pageIsThere = () =>
  new Promise<void>((resolve) => {
    const cache = queryClient.getQueryCache()
    const isPages = ({ meta, state }: Query) => state.data !== undefined && meta?.entities !== undefined && !meta.beside
    const look = () => {
      if (cache.getAll().some(isPages)) end()
    }
    const end = () => {
      leave()
      clearTimeout(timer)
      setTimeout(resolve, DRAWN_MS)
    }
    const timer = setTimeout(end, LONGEST_MS)
    const leave = cache.subscribe(look)
    look()
  })
