import { PHASE_V, type Unit } from './profile.ts'

/** A schedule as someone says it: from each instant (epoch ms) on, until the next. Null limits nothing. */
export interface Said {
  at: number
  limit: number | null
  /** Null: all that the connector has. */
  phases: number | null
}

/** A time in which two schedules say different limits. */
export interface Difference {
  from: number
  to: number
  ours: number | null
  theirs: number | null
}

interface Compared {
  from: number
  to: number
  phases: number
  ours_unit: Unit
  theirs_unit: Unit
  voltage?: number
}

/** Piles round: what differs by less than a hundredth, or by a tenth of an ampere, is the same. */
const SHARE = 0.01
const TENTH_A = 0.1
/** They count in whole seconds from a moment that is none. */
const LEAST_MS = 2_000

/** Where what a pile answers differs from what should result; limits in the unit of each. */
export function differencesOf(ours: readonly Said[], theirs: readonly Said[], compared: Compared): Difference[] {
  const { from, to } = compared
  const edges = [from, ...[...ours, ...theirs].map(({ at }) => at).filter((at) => at > from && at < to)]
  const instants = [...new Set(edges)].sort((a, b) => a - b)
  const found: Difference[] = []
  instants.forEach((at, index) => {
    const [our, their] = [saidAt(ours, at), saidAt(theirs, at)]
    if (!differs(our, their, compared)) return
    const one = { from: at, to: instants[index + 1] ?? to, ours: our?.limit ?? null, theirs: their?.limit ?? null }
    const last = found.at(-1)
    if (last && last.to === at && last.ours === one.ours && last.theirs === one.theirs) last.to = one.to
    else found.push(one)
  })
  return found.filter((one) => one.to - one.from > LEAST_MS)
}

const saidAt = (said: readonly Said[], at: number) => said.findLast((step) => step.at <= at)

function differs(ours: Said | undefined, theirs: Said | undefined, compared: Compared): boolean {
  const { phases, voltage = PHASE_V } = compared
  const watts = (said: Said | undefined, unit: Unit) => {
    if (said?.limit == null) return Number.POSITIVE_INFINITY
    return unit === 'W' ? said.limit : said.limit * voltage * Math.min(said.phases ?? phases, phases)
  }
  const [a, b] = [watts(ours, compared.ours_unit), watts(theirs, compared.theirs_unit)]
  if (a === b) return false
  return Math.abs(a - b) > Math.max(SHARE * Math.min(a, b), TENTH_A * voltage * phases)
}
