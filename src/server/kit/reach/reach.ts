/** Which records are there for a person: null is every one. Identities as they were at most a second ago. */
export type Reach = Reached | null

export interface Reached {
  /** With all that stands there and happened there. */
  readonly sites: readonly number[]
  /** Wherever they stand; of their sites nothing else. */
  readonly piles: readonly number[]
  readonly merchants: readonly number[]
  /** With all below them. */
  readonly depts: readonly number[]
  /** Whose records count as one's own: people of the same reach, oneself included. */
  readonly peers: readonly number[]
  /** Below zero for a client app, zero for nobody. */
  readonly user_id: number
}

/** What belongs to nobody in particular is all that there is for this one. */
export const nothingFor = (user_id: number): Reached => ({
  sites: [],
  piles: [],
  merchants: [],
  depts: [],
  peers: [user_id],
  user_id,
})

const SETS = ['sites', 'piles', 'merchants', 'depts', 'peers'] as const

/** What several rights reach together. */
export function together(reaches: readonly Reach[], user_id: number): Reach {
  if (reaches.length === 1) return reaches[0] ?? null
  const all: Record<(typeof SETS)[number], readonly number[]> = { ...nothingFor(user_id) }
  for (const reach of reaches) {
    if (reach === null) return null
    for (const name of SETS) all[name] = [...new Set([...all[name], ...reach[name]])]
  }
  return { ...all, user_id }
}

/** Whether anyone who has `own` gives away nothing that they do not reach themselves. */
export function covers(own: Reach, given: Reach): boolean {
  if (own === null) return true
  if (given === null) return false
  return (['sites', 'piles', 'merchants', 'depts'] as const).every((name) => {
    const held = new Set(own[name])
    return given[name].every((id) => held.has(id))
  })
}

/** Whether `own` reaches the records of each of those whose records `given` shares; zero is nobody's. */
export function coversPeers(own: Reach, given: Reach): boolean {
  if (own === null || given === null) return own === null
  const held = new Set([0, ...own.peers])
  return given.peers.every((id) => held.has(id))
}

/** Alike for all who reach the same places; whose records are one's own is not in it. */
export const reachKey = (reach: Reach): string =>
  reach === null ? 'everything' : JSON.stringify([reach.sites, reach.piles, reach.merchants, reach.depts])
