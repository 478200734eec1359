/** What a pile is: its plate and its power electronics. */
export interface PileModel {
  vendor: string
  model: string
  firmware: string
  current: 'AC' | 'DC'
  /** Shared by its connectors on a DC pile, each connector's own on an AC pile. */
  power_w: number
  phases: 1 | 3
  connectors: number
  /** Connectors of each EVSE, where these are grouped: one car at a time charges at an EVSE. Absent: each is one of its own. */
  evses?: readonly number[]
}

const AC = { vendor: 'Chargedeck', firmware: '1.4.2', current: 'AC', connectors: 1 } as const
const DC = { vendor: 'Chargedeck', firmware: '2.1.0', current: 'DC', phases: 3, connectors: 2 } as const

export const pileModels = {
  ac7: { ...AC, model: 'CD-A7', power_w: 7_040, phases: 1 },
  ac22: { ...AC, model: 'CD-A22', power_w: 22_080, phases: 3 },
  dc60: { ...DC, model: 'CD-D60', power_w: 60_000 },
  dc120: { ...DC, model: 'CD-D120', power_w: 120_000 },
  dc240: { ...DC, model: 'CD-D240', power_w: 240_000, connectors: 4 },
} satisfies Record<string, PileModel>

/** Volts of one phase of the grid; the same in every city of the demo. */
export const MAINS_V = 230

interface Plated {
  model: PileModel
  memory: { firmware: string }
  station: string
}

/** What a pile says of itself when it boots; a serial number has at most 25 characters. */
export const plateOf = ({ model, memory, station }: Plated) => ({
  ...{ vendor: model.vendor, model: model.model, firmware: memory.firmware },
  serial: station.slice(0, 25),
  meter: `${model.current} class 1`,
})

export interface Place {
  evse: number
  connector: number
}

/** Where a pile's connector is, by its running number. */
export function placeOf({ evses, connectors }: Pick<PileModel, 'evses' | 'connectors'>, id: number): Place {
  let before = 0
  for (const [index, many] of (evses ?? Array<number>(connectors).fill(1)).entries()) {
    if (id <= before + many) return { evse: index + 1, connector: id - before }
    before += many
  }
  throw new Error(`no connector ${id}`)
}

/** The connectors of an EVSE, or of the whole pile (0). */
export const connectorsAt = (model: Pick<PileModel, 'evses' | 'connectors'>, evse: number): number[] =>
  Array.from({ length: model.connectors }, (_, index) => index + 1).filter(
    (id) => evse === 0 || placeOf(model, id).evse === evse,
  )
