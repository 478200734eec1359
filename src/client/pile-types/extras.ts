import type { EntityExtras } from '../kit/records/extras.ts'
import { PileTypeList } from './pile-type-list.tsx'
import { RatedPowerWarning } from './rated-power-warning.tsx'

export const pileTypeExtras: EntityExtras = { List: PileTypeList, below: { rated_power_w: RatedPowerWarning } }
