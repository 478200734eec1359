import type { CopyRow } from './history.ts'
import { piles } from './network.ts'
import { sites } from './sites.ts'

const A_ROW = 12
/** Beyond those with a connector: for staff, or closed while something is mended. */
const SPARE = 4

/** A berth for each connector of a site in rows of twelve, and a few that no pile reaches. */
export function demoBerths(site_id: number): CopyRow[] {
  const reached = piles
    .filter((pile) => pile.site_id === site_id)
    .flatMap(({ id, guns }) => guns.map((connector_number) => ({ pile_id: id, connector_number })))
  const spaces = sites[site_id - 1]?.spaces ?? 0
  const count = Math.min(spaces, reached.length + SPARE)
  return Array.from({ length: count }, (_, at) => ({
    site_id,
    serial: `${String.fromCharCode(65 + Math.floor(at / A_ROW))}-${String((at % A_ROW) + 1).padStart(2, '0')}`,
    status: at < reached.length ? 'open' : at === count - 1 ? 'closed' : 'reserved',
    pile_id: reached[at]?.pile_id ?? null,
    connector_number: reached[at]?.connector_number ?? null,
  }))
}
