import { type Kysely, sql } from 'kysely'
import { LINE_VOLTAGE_V } from '../../shared/domain/rated-power.ts'
import type { Database } from '../kit/database/tables.ts'
import { owned } from '../kit/process-state.ts'
import type { Alarms, ConnectedPile, ConnectorReport, ReadingRow } from '../ocpp/ports.ts'

/** What an administrator set. */
export interface MeterLimits {
  /** By so much a voltage may lie outside of what the pile's type allows. */
  voltage_percent: number
  over_temperature_c: number
  energy_loss_minutes: number
}

interface Rated {
  current_mode: 'ac' | 'dc'
  voltage_min_v: number | null
  voltage_max_v: number | null
}

type Code = 'MeasuredHighTemperature' | 'MeasuredOverVoltage' | 'MeasuredUnderVoltage' | 'EnergyFlowLost'

/** What is known of one connector. */
interface Place {
  /** The last values: one that did not change is not judged again. */
  heat_c: number | null
  voltage_mv: number | null
  /** Readings in a row that were wrong. */
  readonly wrong: Map<Code, number>
  /** Alarms that are not over. */
  readonly lasting: Set<Code>
  /** It says that it charges. */
  charging: boolean
  /** Since when no energy flows (epoch ms); FLOWS while it does, null until it has. */
  still: number | null
  wh: number | null
}

/** One connector at the moment of a reading. */
interface Here {
  pile: ConnectedPile
  place: Place
  connector_number: number
  at: number
}

interface Deps {
  db: Kysely<Database>
  alarms: Pick<Alarms, 'raise' | 'clear'>
  log: MeterLog
}

export type MeterLog = { error(facts: object, message: string): void }

const FLOWS = 0
/** One reading may be a disturbance. */
const BELIEVED = 2
/** It is over when it is so much below the limit. */
const COOLED_C = 5
const FLOWS_W = 100
/** A register that shows larger steps says nothing of a short time. */
const FINE_WH = 10
/** Readings that a pile kept while it was away say nothing of now. */
const OLD_MS = 5 * 60_000

/** Of three phases some plates give the voltage between two, some meters that of one (IEC 60038: 400 V, 230 V). */
function boundFor(volts: number, bound: number, current_mode: Rated['current_mode']): number {
  const isOfOne = current_mode === 'ac' && volts < LINE_VOLTAGE_V && bound > LINE_VOLTAGE_V
  return isOfOne ? bound / Math.sqrt(3) : bound
}

/**
 * Raises alarms for what meters say: too hot, too much or too little voltage, a session that charges and draws nothing. Judged in memory,
 * by what changed since the last reading; the database is asked for a pile's type alone, once for each time that it connects.
 */
export class MeterWatch {
  readonly #deps: Deps
  #limits: MeterLimits = { voltage_percent: 10, over_temperature_c: 85, energy_loss_minutes: 5 }
  /** By pile, then by connector: those of piles that are connected, and what lasts or charges at others. */
  readonly #piles = new Map<number, Map<number, Place>>()
  readonly #rated = new Map<number, Rated | null>()
  readonly state = owned('meters_watched', () => this.#piles.size)
  /** One alarm after the other. */
  #work: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Takes up what lasts and what charges at these piles; null: at all. To be called before they are let in. */
  async load(piles: readonly number[] | null = null): Promise<void> {
    const these = sql`(${piles}::bigint[] is null or pile_id = any(${piles}::bigint[]))`
    const { rows } = await sql<{ pile_id: number; connector_number: number; code: Code | null }>`
      select pile_id, coalesce(connector_number, 0) as connector_number, code from alarm
      where kind = 'meter' and order_id is null and cleared_at is null and pile_id is not null and ${these}
      union all select pile_id, number, null from connector where status = 'Charging' and ${these}`.execute(
      this.#deps.db,
    )
    for (const pile_id of piles ?? []) this.#piles.delete(pile_id)
    for (const { pile_id, connector_number, code } of rows) {
      const place = this.#placeOf(pile_id, connector_number)
      if (code) place.lasting.add(code)
      else place.charging = true
    }
  }

  /** Takes over what is set; what was judged by other limits is judged again. */
  limit({ voltage_percent, over_temperature_c, energy_loss_minutes }: MeterLimits): void {
    const before = this.#limits
    this.#limits = { voltage_percent, over_temperature_c, energy_loss_minutes }
    if (before.voltage_percent === voltage_percent && before.over_temperature_c === over_temperature_c) return
    this.#forgetValues()
  }

  /** Types of piles were changed: their voltages may be others. */
  typesChanged(): void {
    this.#rated.clear()
    this.#forgetValues()
  }

  /** A pile's socket is gone. Its type may be another one when it comes back. */
  gone(pile_id: number): void {
    this.#rated.delete(pile_id)
    const places = this.#piles.get(pile_id)
    if (!places) return
    for (const [number, place] of places) {
      forget(place)
      place.wrong.clear()
      if (place.still !== null) place.still = FLOWS
      if (!place.charging && place.lasting.size === 0) places.delete(number)
    }
    if (places.size === 0) this.#piles.delete(pile_id)
  }

  connector(pile: ConnectedPile, { connector_number, status, received_at }: ConnectorReport): void {
    const place = this.#piles.get(pile.id)?.get(connector_number)
    if (status === 'Charging') {
      if (!place?.charging) this.#placeOf(pile.id, connector_number).charging = true
      return
    }
    if (!place?.charging) return
    place.charging = false
    place.still = null
    this.#over({ pile, place, connector_number, at: received_at }, 'EnergyFlowLost')
  }

  measured(pile: ConnectedPile, rows: readonly ReadingRow[]): void {
    for (const row of rows) {
      const { connector_number, received_at, temperature_c, voltage_mv } = row
      if (received_at - row.at > OLD_MS) continue
      const place = this.#placeOf(pile.id, connector_number)
      const here = { pile, place, connector_number, at: received_at }
      const doubts = place.wrong.size > 0
      if (temperature_c !== null && (doubts || temperature_c !== place.heat_c)) this.#heat(here, temperature_c)
      if (voltage_mv !== null && (doubts || voltage_mv !== place.voltage_mv)) this.#volts(here, voltage_mv)
      if (place.charging && row.order_id !== 0) this.#flow(here, row)
    }
  }

  /** Resolves when what was heard so far is kept. */
  stop(): Promise<void> {
    return this.#work
  }

  #heat(here: Here, temperature_c: number): void {
    const { over_temperature_c: most } = this.#limits
    const lasts = here.place.lasting.has('MeasuredHighTemperature')
    here.place.heat_c = temperature_c
    this.#judge(here, {
      code: 'MeasuredHighTemperature',
      isWrong: temperature_c > most - (lasts ? COOLED_C : 0),
      message: `${Math.round(temperature_c)} °C > ${most} °C`,
    })
  }

  #volts(here: Here, voltage_mv: number): void {
    const rated = this.#ratedOf(here.pile.id)
    if (!rated) return
    const { current_mode, voltage_min_v, voltage_max_v } = rated
    const volts = voltage_mv / 1000
    const slack = this.#limits.voltage_percent / 100
    here.place.voltage_mv = voltage_mv
    const said = `${Math.round(volts)} V`
    if (voltage_max_v !== null) {
      const most = Math.round(boundFor(volts, voltage_max_v, current_mode) * (1 + slack))
      this.#judge(here, { code: 'MeasuredOverVoltage', isWrong: volts > most, message: `${said} > ${most} V` })
    }
    // Of direct current it is the battery's; a contactor that is open shows none.
    if (voltage_min_v !== null && current_mode === 'ac') {
      const least = Math.round(boundFor(volts, voltage_min_v, current_mode) * (1 - slack))
      const isWrong = volts > 0 && volts < least
      this.#judge(here, { code: 'MeasuredUnderVoltage', isWrong, message: `${said} < ${least} V` })
    }
  }

  #flow(here: Here, row: ReadingRow): void {
    const { place, at } = here
    const flows = flowIn(place, row)
    if (row.energy_wh !== null) place.wh = row.energy_wh
    if (flows === null) return
    if (flows) {
      place.still = FLOWS
      this.#over(here, 'EnergyFlowLost')
      return
    }
    if (place.still === null) return
    if (place.still === FLOWS) place.still = at
    const { energy_loss_minutes: minutes } = this.#limits
    if (at - place.still >= minutes * 60_000)
      this.#begins({ ...here, at: place.still }, 'EnergyFlowLost', `0 W, ${minutes} min`)
  }

  #judge(here: Here, { code, isWrong, message }: { code: Code; isWrong: boolean; message: string }): void {
    const { wrong } = here.place
    if (!isWrong) {
      wrong.delete(code)
      this.#over(here, code)
      return
    }
    if (here.place.lasting.has(code)) return
    const times = (wrong.get(code) ?? 0) + 1
    wrong.set(code, times)
    if (times < BELIEVED) return
    wrong.delete(code)
    this.#begins(here, code, message)
  }

  #begins({ pile, place, connector_number, at }: Here, code: Code, message: string): void {
    if (place.lasting.has(code)) return
    place.lasting.add(code)
    this.#soon(() => this.#deps.alarms.raise(pile, { code, message, at, kind: 'meter', connector_number }))
  }

  #over({ pile, place, connector_number, at }: Here, code: Code): void {
    if (place.lasting.delete(code)) this.#soon(() => this.#deps.alarms.clear(pile, code, connector_number, at))
  }

  #placeOf(pile_id: number, connector_number: number): Place {
    const places = this.#piles.get(pile_id) ?? new Map<number, Place>()
    if (places.size === 0) this.#piles.set(pile_id, places)
    const known = places.get(connector_number)
    if (known) return known
    const place: Place = {
      ...{ heat_c: null, voltage_mv: null, wrong: new Map(), lasting: new Set() },
      ...{ charging: false, still: null, wh: null },
    }
    places.set(connector_number, place)
    return place
  }

  #forgetValues(): void {
    for (const places of this.#piles.values()) for (const place of places.values()) forget(place)
  }

  /** Asked once; until the answer is there its readings are not judged by it. */
  #ratedOf(pile_id: number): Rated | null {
    const known = this.#rated.get(pile_id)
    if (known !== undefined) return known
    this.#rated.set(pile_id, null)
    this.#soon(async () => {
      const { rows } = await sql<Rated>`
        select t.current_mode, t.voltage_min_v, t.voltage_max_v from pile p join pile_type t on t.id = p.pile_type_id
        where p.id = ${pile_id}`.execute(this.#deps.db)
      if (this.#piles.has(pile_id)) this.#rated.set(pile_id, rows[0] ?? null)
    })
    return null
  }

  #soon(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'an alarm of a meter failed'))
  }
}

/** Whether energy flows, by the power or else by what the register gained; null where neither says. */
function flowIn({ wh }: Place, { power_w, energy_wh, resolution_wh }: ReadingRow): boolean | null {
  if (power_w !== null) return power_w >= FLOWS_W
  if (energy_wh === null || wh === null || resolution_wh > FINE_WH) return null
  return energy_wh > wh
}

/** The next values are judged, whether they changed or not. */
function forget(place: Place): void {
  place.heat_c = null
  place.voltage_mv = null
}
