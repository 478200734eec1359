import { gunNumber } from '../../shared/domain/gun-number.ts'
import { type PileModel, pileModels, placeOf } from '../models.ts'
import type { VersionName } from '../virtual-pile.ts'
import { type Model, sites } from './sites.ts'

/** The demo's piles and their types. Record ids are places in these lists and in those of sites and prices, counted from 1. */

export const TIME_ZONE = 'Asia/Shanghai'

export interface DemoType {
  name: string
  model: Model
  voltage_min_v: number
  voltage_max_v: number
  rated_current_a: number
}

export const types: readonly DemoType[] = [
  { name: 'AC 7 kW', model: 'ac7', voltage_min_v: 198, voltage_max_v: 242, rated_current_a: 32 },
  { name: 'AC 22 kW', model: 'ac22', voltage_min_v: 342, voltage_max_v: 418, rated_current_a: 32 },
  { name: 'DC 60 kW', model: 'dc60', voltage_min_v: 200, voltage_max_v: 750, rated_current_a: 150 },
  { name: 'DC 120 kW', model: 'dc120', voltage_min_v: 200, voltage_max_v: 1000, rated_current_a: 250 },
  { name: 'DC 240 kW', model: 'dc240', voltage_min_v: 200, voltage_max_v: 1000, rated_current_a: 400 },
]

export interface DemoPile {
  id: number
  station: string
  site_id: number
  type_id: number
  model: PileModel
  /** Of OCPP. */
  version: VersionName
  /** The numbers of its guns, in the order of its connectors. */
  guns: readonly number[]
}

/** Piles of OCPP 2, and how many connectors each of their EVSEs has. */
const NUMBERED: Readonly<Record<string, { version: VersionName; evses: readonly number[] }>> = {
  'CD-330106-0022': { version: '2.1', evses: [1, 1, 1, 1] },
  'CD-330106-0023': { version: '2.0.1', evses: [1, 1, 1, 1] },
  'CD-330106-0024': { version: '2.0.1', evses: [1, 1, 1, 1] },
  'CD-330102-0005': { version: '2.0.1', evses: [2] },
  'CD-330102-0006': { version: '2.1', evses: [2] },
}

function spokenBy(station: string, plain: PileModel): Pick<DemoPile, 'model' | 'version' | 'guns'> {
  const { version, evses } = NUMBERED[station] ?? { version: '1.6' }
  const model = evses ? { ...plain, evses } : plain
  const guns = Array.from({ length: model.connectors }, (_, index) => gunNumber(placeOf(model, index + 1)))
  return { model, version, guns }
}

/** 40 piles with station numbers of their district: CD-310115-0007. */
export const piles: readonly DemoPile[] = sites
  .flatMap((site, index) => site.piles.map((model, place) => ({ site, site_id: index + 1, model, place })))
  .map(({ site, site_id, model, place }, index) => {
    const station = `CD-${site.division}-${String(site.first + place).padStart(4, '0')}`
    const type_id = types.findIndex((type) => type.model === model) + 1
    return { ...{ id: index + 1, station, site_id, type_id }, ...spokenBy(station, pileModels[model]) }
  })

/** Piles that stay dark: a loose modem, and one that waits for a spare part. */
export const DARK_STATIONS: readonly string[] = ['CD-310104-0005', 'CD-440304-0014']
