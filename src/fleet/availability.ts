import type { Pile } from './pile.ts'

type Wanted = 'Operative' | 'Inoperative'

/** Takes connectors out of service and back; 0 stands for the whole pile. */
export function changeAvailability(pile: Pile, ids: readonly number[], type: Wanted) {
  const concerned = pile.connectors.filter(({ id }) => ids.includes(0) || ids.includes(id))
  // A connector's status tells its transaction first, so what is set now shows when the transaction is over.
  const scheduled = type === 'Inoperative' && concerned.some(({ session }) => session)
  return { word: scheduled ? 'Scheduled' : 'Accepted', effect: () => change(pile, ids, type) }
}

async function change(pile: Pile, ids: readonly number[], type: Wanted) {
  const { memory } = pile
  const opensAll = ids.includes(0) && type === 'Operative'
  const others = memory.inoperative.filter((other) => !ids.includes(other) && !opensAll)
  memory.inoperative = type === 'Inoperative' ? [...others, ...ids] : others
  if (ids.includes(0)) await pile.reports.status(0)
  for (const connector of pile.connectors) connector.refresh()
}
