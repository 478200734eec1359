import { useEffect } from 'react'
import { noteWalked } from '../../offline/last-sites.ts'

/** The sites that one was at last are at hand first, with and without a network. */
export function useNoteWalked(siteId: number, found: boolean) {
  useEffect(() => {
    if (found) noteWalked(siteId)
  }, [siteId, found])
}
