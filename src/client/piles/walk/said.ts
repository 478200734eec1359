import { notePlate, type Spot, sayOfBerth } from '../../../shared/endpoints/berths.ts'
import { lookAtPile } from '../../../shared/endpoints/rounds.ts'
import type { WalkedPile } from '../../../shared/endpoints/site-walk.ts'
import type { Body } from '../../../shared/kit/endpoint.ts'
import { store } from '../../kit/session/store.ts'
import type { Decision } from '../../offline/outbox.ts'
import { decideAbout, decisionsAtom, drop } from '../../offline/sending.ts'

/** What a person says on a walk, now; the server hears of it when there is a network. */
export type Looked = Decision<Body<typeof lookAtPile>>
export type Plated = Decision<Body<typeof notePlate>>
export type Said = Decision<Body<typeof sayOfBerth>>

const now = () => new Date().toISOString()

function sayLooked({ id, station_number }: Pick<WalkedPile, 'id' | 'station_number'>) {
  const said_at = now()
  const about = { subject: `look:${id}`, label: station_number, decided_at: said_at }
  return decideAbout(about, lookAtPile, { id, said_at } satisfies Looked['body'])
}

/** Two presses within it are one: what the first of them says is not kept yet when the second comes. */
const ONE_PRESS_MS = 1_000
/** Who looked so short a time ago has not looked again. */
const JUST_NOW_MS = 60_000
/** The last press on each pile (epoch ms), and whether it said something that was kept. */
const presses = new Map<number, { at: number; said: boolean }>()

/** Says that one has looked at a pile; once more takes that back while it waits to be sent. */
export async function pressLooked(pile: Pick<WalkedPile, 'id' | 'station_number'>): Promise<void> {
  const at = Date.now()
  const last = presses.get(pile.id)
  const passed = last ? at - last.at : Number.POSITIVE_INFINITY
  if (passed < ONE_PRESS_MS) return
  const waiting = about(store.get(decisionsAtom), `look:${pile.id}`)
  if (!waiting && last?.said && passed < JUST_NOW_MS) return
  presses.set(pile.id, { at, said: !waiting })
  if (waiting) return drop(waiting)
  await sayLooked(pile).catch((error) => {
    presses.delete(pile.id)
    throw error
  })
}

export function sayPlate({ id, serial }: Spot, plate: string | null) {
  const said_at = now()
  const about = { subject: `plate:${id}`, label: serial, decided_at: said_at }
  return decideAbout(about, notePlate, { id, plate, said_at } satisfies Plated['body'])
}

export function sayBerth({ id, serial }: Spot, status: Spot['status'], remark: string) {
  const said_at = now()
  const about = { subject: `berth:${id}`, label: serial, decided_at: said_at }
  return decideAbout(about, sayOfBerth, { id, status, remark: remark.trim() || null, said_at } satisfies Said['body'])
}

/** What was not taken changes nothing. */
const about = (decisions: readonly Decision[], subject: string) =>
  decisions.findLast((decision) => decision.subject === subject && decision.state === 'waiting')

/** A pile as it is once what waits is sent. */
export function pileAsSaid(pile: WalkedPile, decisions: readonly Decision[], me: string): WalkedPile {
  const looked = about(decisions, `look:${pile.id}`)
  return looked ? { ...pile, looked_at: looked.decided_at, looked_by: me } : pile
}

/** A berth as it is once what waits is sent. */
export function spotAsSaid(spot: Spot, decisions: readonly Decision[], me: string): Spot {
  const plated = about(decisions, `plate:${spot.id}`) as Plated | undefined
  const said = about(decisions, `berth:${spot.id}`) as Said | undefined
  const typed = plated?.body.plate
  return {
    ...spot,
    ...(said && { status: said.body.status, remark: said.body.remark ?? null }),
    ...(plated && { plate: typed ? { plate: typed, since: plated.decided_at, by: me } : null }),
  }
}
