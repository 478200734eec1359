import type pg from 'pg'
import { Fleet, type FleetMember } from '../fleet.ts'
import { type PileMemories, readMemories, writeMemories } from '../keep.ts'
import { newMemory, type PileMemory } from '../memory.ts'
import { limitFromOutside } from '../outside-limit.ts'
import type { Fault } from '../telling.ts'
import { openCashDesk } from './cash-desk.ts'
import { oddityOf } from './engineering.ts'
import { DARK_STATIONS, piles } from './network.ts'
import { busyShare } from './rhythm.ts'
import type { SecurePort } from './secure-port.ts'
import { startTopUps } from './top-ups.ts'
import { openWorkshop } from './workshop.ts'

export interface DemoFleetOptions {
  /** Address of the central system without station numbers. */
  url: string
  /** The seeded database: meters go on where its orders end, and cars come with its cards. */
  pool: pg.Pool
  /** Where the piles keep what outlives a loss of power. */
  file: string
  /** The port for piles with certificates, and the root that they know it by; null: there is none, and no pile goes over to it. */
  secure?: Pick<SecurePort, 'port' | 'root'> | null
}

/** So many times smaller are batteries and stays than on the road: within minutes something begins and ends everywhere. */
const SPEED = 6
const MEAN_STAY_MINUTES = 50
const KEEP_EVERY_MS = 2_000
/** Readings every ten seconds make curves that are worth watching. */
const SAMPLE_SECONDS = '10'
/** A pile of each version stands with a fault from the start, so that there is something to handle. */
const FAULTY: Readonly<Record<string, Fault>> = {
  'CD-310115-0012': { code: 'GroundFailure', info: 'residual current 41 mA', vendor: 'F21' },
  'CD-330106-0023': { code: 'HighTemperature', info: 'outlet 94 °C', vendor: 'T07' },
}
const WITH_CABLE = 'CD-330106-0024'
const BY_CABLE = { 'TxCtrlr.TxStartPoint': 'EVConnected', 'TxCtrlr.TxStopPoint': 'EVConnected' }
/** The grid's operator holds it to this. */
const LIMITED = 'CD-330106-0022'
const LIMIT = { source: 'SO' as const, watts: 60_000, critical: true }
const REPAIRED_AFTER_MS = 45 * 60_000

/** Runs the demo's piles against the server, charging all day with the cards of its customers. Resolves to its stop. */
export async function startDemoFleet({
  url,
  pool,
  file,
  secure = null,
}: DemoFleetOptions): Promise<{ stop(): Promise<void> }> {
  const tags = await cardsIn(pool)
  const members = await membersFrom(pool, readMemories(file))
  const random = Math.random
  const drivers = { random, tags, speed: SPEED, pause_minutes: () => pauseMinutes(Date.now()) }
  const keep = () => writeMemories(file, Object.fromEntries(members.map(({ station, memory }) => [station, memory])))
  // The server's certificate names the address that people use; its own piles come by another.
  const fleet = new Fleet({
    url,
    secureUrl: secure ? secureUrlOf(url, secure.port) : undefined,
    anyCertificate: true,
    members,
    drivers,
    keep,
    faults: { fault_hours: 30, offline_hours: 20 },
  })
  fleet.start()
  breakSome(fleet)
  const keeping = setInterval(keep, KEEP_EVERY_MS)
  const api = url.replace(/^ws/, 'http').replace(/\/ocpp$/, '/api')
  const topUps = startTopUps(pool, await openCashDesk(pool, api))
  let stopped = false
  const workshop = openWorkshop({ pool, api, fleet, root: secure?.root ?? null, stopped: () => stopped }).catch(
    (error: unknown) => {
      if (!stopped) console.error('the workshop of the demo failed:', error)
    },
  )
  return {
    async stop() {
      clearInterval(keeping)
      stopped = true
      await workshop
      await topUps.stop()
      await fleet.stop()
      keep()
    },
  }
}

function secureUrlOf(url: string, port: number): string {
  const { hostname, pathname } = new URL(url)
  return `wss://${hostname}:${port}${pathname}`
}

/** As busy as the seeded days were, and never quite still. */
function pauseMinutes(at: number): number {
  const busy = Math.min(0.5, 0.1 + 0.8 * busyShare({ current: 'DC' }, at))
  return (MEAN_STAY_MINUTES * (1 - busy)) / busy
}

/** Cards of people who can pay. */
async function cardsIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ number: string }>(
    `select card.number from card join customer on customer.id = customer_id
     where card.status = 'normal' and customer.status = 'normal' order by balance_cents > 5000 desc, card.id limit 190`,
  )
  return rows.map(({ number }) => number)
}

async function membersFrom(pool: pg.Pool, memories: PileMemories): Promise<(FleetMember & { memory: PileMemory })[]> {
  const { rows } = await pool.query<{ station_number: string; connector_number: number; wh: string }>(
    `select station_number, connector_number, max(coalesce(meter_stop_wh, meter_start_wh))::text as wh
     from orders join pile on pile.id = pile_id where abnormal is null group by 1, 2`,
  )
  const registers = new Map(rows.map((row) => [`${row.station_number}/${row.connector_number}`, Number(row.wh)]))
  return piles
    .filter(({ station }) => !DARK_STATIONS.includes(station))
    .map(({ station, model, version, guns }) => {
      const meters = guns.map((gun) => registers.get(`${station}/${gun}`) ?? 0)
      const memory = memories[station] ?? newMemory(model.firmware, meters)
      const { settings, faults: wrong } = oddityOf(station)
      if (!memories[station]) Object.assign(memory.configuration, settings)
      memory.configuration.MeterValueSampleInterval ??= SAMPLE_SECONDS
      // Its sessions begin with the cable and last until it is out.
      if (station === WITH_CABLE) Object.assign(memory.configuration, BY_CABLE)
      return { station, model, version, memory, wrong }
    })
}

function breakSome({ piles: all }: Fleet) {
  for (const pile of all) {
    if (pile.station === LIMITED) void limitFromOutside(pile, LIMIT)
    const fault = FAULTY[pile.station]
    const connector = pile.connector(1)
    if (!fault || !connector) continue
    void connector.raise(fault)
    setTimeout(() => connector.repair(), REPAIRED_AFTER_MS).unref()
  }
}
