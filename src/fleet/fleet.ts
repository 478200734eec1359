import type { Clock } from './clock.ts'
import { wallClock } from './clock.ts'
import { Driver, type DriverOptions } from './driver.ts'
import { type FaultRates, FaultSimulator } from './fault-simulator.ts'
import { MAINTENANCE_FAULTS, type MaintenanceOptions, UPLOAD_FAULTS } from './maintenance-faults.ts'
import type { PileMemory } from './memory.ts'
import type { PileModel } from './models.ts'
import type { Pile, PileOptions } from './pile.ts'
import { pick } from './random.ts'
import { type VersionName, virtualPile } from './virtual-pile.ts'

export interface FleetMember {
  station: string
  model: PileModel
  /** Of OCPP that it speaks; 1.6 unless it says otherwise. */
  version?: VersionName
  password?: string | undefined
  memory?: PileMemory
  /** What goes wrong with its updates and uploads; absent: as `faults` of the fleet has it. */
  wrong?: MaintenanceOptions
}

export interface FleetOptions {
  /** Address of the central system without station numbers, e.g. ws://127.0.0.1:8080/ocpp. */
  url: string
  /** The same over TLS, where piles have another one for the higher security profiles. */
  secureUrl?: string | undefined
  members: readonly FleetMember[]
  drivers: DriverOptions
  /** What goes wrong now and then; absent: nothing does. */
  faults?: Omit<FaultRates, 'random'>
  clock?: Clock
  anyCertificate?: boolean
  /** Writes the piles' memories to where they outlive a loss of power. */
  keep?: () => void
  refused?(station: string, error: Error): void
}

/** What a fleet does at a moment. */
export interface FleetState {
  piles: number
  connected: number
  charging: number
  power_w: number
  /** Calls sent since the start. */
  sent: number
  /** Energy delivered since the start, Wh. */
  energy_wh: number
}

/** Of piles with faults, those whose updates go wrong, and those whose uploads do. */
const TRANSFERS_FAIL = 0.2
/** Piles connect at this rate, as after a short power cut rather than all in one instant. */
const CONNECTS_A_SECOND = 100

/** Virtual piles, the people who charge at them, and what goes wrong with them. */
export class Fleet {
  readonly piles: readonly Pile[]
  #drivers: Driver[]
  #faults: FaultSimulator[]
  #starts: NodeJS.Timeout[] = []
  #before_wh: number

  constructor({ url, members, drivers, faults, clock = wallClock, refused, ...more }: FleetOptions) {
    const { random } = drivers
    const fails = () => faults?.fault_hours !== undefined && random() < TRANSFERS_FAIL
    const wrong = () => ({
      fault: fails() ? pick(random, MAINTENANCE_FAULTS) : undefined,
      upload_fault: fails() ? pick(random, UPLOAD_FAULTS) : undefined,
    })
    this.piles = members.map((member) => newPile({ url, clock, random, ...more }, { wrong: wrong(), ...member }))
    this.#drivers = this.piles.flatMap((pile) => driversOf(pile, drivers))
    this.#faults = faults ? this.piles.map((pile) => new FaultSimulator(pile, { random, ...faults })) : []
    for (const pile of this.piles) pile.watch.refused = (error) => refused?.(pile.station, error)
    this.#before_wh = this.#registers_wh()
  }

  start() {
    this.#starts = this.piles.map((pile, index) => setTimeout(() => pile.start(), (index * 1_000) / CONNECTS_A_SECOND))
    for (const life of [...this.#drivers, ...this.#faults]) life.begin()
  }

  /** Closes every socket; transactions stay open, as they do when the power fails. */
  async stop() {
    for (const start of this.#starts) clearTimeout(start)
    for (const life of [...this.#drivers, ...this.#faults]) life.stop()
    await Promise.all(this.piles.map((pile) => pile.stop()))
  }

  state(): FleetState {
    const connectors = this.piles.flatMap((pile) => pile.connectors)
    return {
      piles: this.piles.length,
      connected: this.piles.filter((pile) => pile.online).length,
      charging: connectors.filter((connector) => connector.power_w > 0).length,
      power_w: connectors.reduce((sum, connector) => sum + connector.power_w, 0),
      sent: this.piles.reduce((sum, pile) => sum + pile.peer.calls.sent, 0),
      energy_wh: this.#registers_wh() - this.#before_wh,
    }
  }

  #registers_wh() {
    return this.piles.reduce((sum, { memory }) => sum + memory.registers_wh.reduce((a, b) => a + b, 0), 0)
  }
}

function newPile(
  common: Pick<PileOptions, 'url' | 'secureUrl' | 'clock' | 'random' | 'keep' | 'anyCertificate'>,
  { memory, wrong, ...member }: FleetMember,
): Pile {
  return virtualPile({ ...common, ...member, ...(memory && { memory }) }, wrong)
}

function driversOf(pile: Pile, options: DriverOptions): Driver[] {
  const drivers = pile.connectors.map((connector) => new Driver(pile, connector, options))
  pile.watch.remoteStarted = ({ id }) => drivers[id - 1]?.expectCable()
  pile.watch.unlocked = ({ id }) => drivers[id - 1]?.leaveSoon()
  return drivers
}
