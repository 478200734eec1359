import { keep, kept } from '../../kit/session/kept.ts'

const VISITS = 'visits'
const VISITED = 'visited'

export const visits = (): number => kept<number>(VISITS) ?? 0

/** A window that opens is a visit, however often it is loaded anew. */
export function countVisit() {
  try {
    if (sessionStorage.getItem(VISITED)) return
    sessionStorage.setItem(VISITED, 'yes')
    keep(VISITS, visits() + 1)
  } catch {
    // Without storage nothing is counted, and nothing is offered.
  }
}
