import type { EntityExtras } from '../kit/records/extras.ts'
import { PileTypeList } from './pile-type-list.tsx'
import { RatedPowerDoubt } from './rated-power-doubt.tsx'

export const pileTypeExtras: EntityExtras = { List: PileTypeList, below: { rated_power_w: RatedPowerDoubt } }
