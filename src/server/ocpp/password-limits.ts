import * as z from 'zod/mini'
import { ALONE, type Bus } from '../kit/bus.ts'
import { networkOf } from '../kit/client-address.ts'
import { told } from '../kit/process-state.ts'
import { ToldCounts } from '../kit/told-counts.ts'

/** How many wrong ones are free; each after that doubles a wait, up to the longest. */
interface Pace {
  free: number
  first_ms: number
  longest_ms: number
}

const PACES = {
  /** For one station from one network. */
  pair: { free: 10, first_ms: 2_000, longest_ms: 300_000 },
  /** The same while the station is attacked from many networks. */
  attacked: { free: 2, first_ms: 60_000, longest_ms: 300_000 },
  /** For all stations from one network: a site's piles share one. */
  network: { free: 100, first_ms: 5_000, longest_ms: 300_000 },
  /** Numbers that no pile has, from one network. */
  unknown: { free: 300, first_ms: 1_000, longest_ms: 60_000 },
} as const satisfies Record<string, Pace>

/** Wrong passwords of a station from everywhere, after which it is attacked. */
const ATTACKED_FROM = 50
const FORGOTTEN_AFTER_MS = 900_000
// Those that came longest ago are forgotten first.
const MOST_KEPT = 20_000

interface Count {
  failures: number
  until: number
  at: number
}

/** Who connects, as far as it is known before its password is read. */
export interface Connecting {
  station_number: string
  address: string
  /** Whether a pile has that number. */
  known: boolean
  /** Where that pile was let in from last. */
  usual_address: string | null
}

/** A wrong password, as nodes tell each other of it: of its address no more than is counted by. */
const failureSchema = z.object({
  station_number: z.string(),
  network: z.string(),
  known: z.boolean(),
  /** It came from where the pile was let in last. */
  usual: z.boolean(),
})
type Failure = z.output<typeof failureSchema>

const TOPIC = 'pile_password'
const LET_IN = 'pile_let_in'

/**
 * Slows down who tries passwords of piles, by station and by network (IPv6 by its /64). Where a pile was let in last, its right password lets it in
 * however many wrong ones came from there: a stranger behind the same router cannot lock it out. A pile's password has 16 bytes at least, so what
 * this saves is work and log: nodes tell each other of the wrong ones, and it takes nothing away that one that starts knows none of before.
 */
export class PasswordLimits {
  readonly #counts = new Map<string, Count>()
  readonly state = told('wrong_passwords', () => this.#counts.size)
  readonly #bus: Bus
  readonly #told: ToldCounts

  constructor(bus: Bus = ALONE) {
    this.#bus = bus
    this.#told = new ToldCounts(bus, TOPIC, (key, count) => {
      const failure = failureSchema.parse(JSON.parse(key))
      for (let one = 0; one < count; one++) this.#fail(failure, Date.now())
    })
    bus.subscribe(LET_IN, (pair) => void this.#counts.delete(pair))
  }

  /** Seconds until a password of this one is looked at again, 0 for at once. */
  wait(who: Connecting, now: number): number {
    const from = fromOf(who)
    const keys = who.known ? [pairOf(from), networkKey(from)] : [unknownKey(from)]
    const until = Math.max(...keys.map((key) => this.#of(key, now).until))
    return Math.max(0, Math.ceil((until - now) / 1000))
  }

  /** Whether the right password is to let it in all the same. */
  isUsual({ address, usual_address }: Connecting): boolean {
    return usual_address !== null && networkOf(usual_address) === networkOf(address)
  }

  failed(who: Connecting, now: number): void {
    const { known } = who
    const { station_number, network } = fromOf(who)
    const usual = this.isUsual(who)
    // What is kept of a number that nobody has is its network.
    const failure: Failure = { station_number: known ? station_number : '', network, known, usual }
    this.#told.counted(JSON.stringify(failure))
    this.#fail(failure, now)
  }

  succeeded(who: Connecting): void {
    const pair = pairOf(fromOf(who))
    if (this.#counts.delete(pair)) this.#bus.publish(LET_IN, pair)
  }

  #fail(who: Failure, now: number): void {
    if (!who.known) return void this.#count(unknownKey(who), PACES.unknown, now)
    const station = this.#count(`station ${who.station_number}`, null, now)
    const isAttacked = station.failures > ATTACKED_FROM && !who.usual
    this.#count(pairOf(who), isAttacked ? PACES.attacked : PACES.pair, now)
    this.#count(networkKey(who), PACES.network, now)
  }

  #of(key: string, now: number): Count {
    const kept = this.#counts.get(key)
    return kept && now - kept.at < FORGOTTEN_AFTER_MS ? kept : { failures: 0, until: 0, at: now }
  }

  #count(key: string, pace: Pace | null, now: number): Count {
    const count = this.#of(key, now)
    const failures = count.failures + 1
    const over = pace ? failures - pace.free : -1
    const until = pace && over >= 0 ? now + Math.min(pace.first_ms * 2 ** Math.min(over, 20), pace.longest_ms) : 0
    const next = { failures, until, at: now }
    this.#counts.delete(key)
    this.#counts.set(key, next)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MOST_KEPT && oldest !== undefined) this.#counts.delete(oldest)
    return next
  }
}

type From = Pick<Failure, 'station_number' | 'network'>

const fromOf = ({ station_number, address }: Connecting): From => ({ station_number, network: networkOf(address) })
const pairOf = ({ station_number, network }: From) => `pair ${network} ${station_number}`
const networkKey = ({ network }: From) => `network ${network}`
const unknownKey = ({ network }: From) => `unknown ${network}`
