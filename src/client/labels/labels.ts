import { labelCode } from '../../shared/domain/label-code.ts'
import type { pileLabels } from '../../shared/endpoints/labels.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { SizeName } from './sizes.ts'

export interface LabelOptions {
  size: SizeName
  /** A label for each connector instead of one for the pile. */
  perConnector: boolean
  /** The code's address, with `{station}` and `{connector}`; empty: the station number itself. */
  address: string
  /** Whose network it is: the line at the top. */
  name: string
  marks: boolean
  /** Places of the first sheet that are used up. */
  skipped: number
}

export interface Label {
  key: string
  code: string
  station_number: string
  connector: number | null
  site: string | null
  pile_type: string | null
  self_code: string | null
}

/** The labels of these piles, in their order. */
export function labelsFor(piles: Data<typeof pileLabels>['rows'], { perConnector, address }: LabelOptions): Label[] {
  return piles.flatMap(({ id, station_number, self_code, site, pile_type, connectors }) =>
    (perConnector ? connectors : [null]).map((connector) => ({
      key: `${id}-${connector ?? 0}`,
      code: labelCode(station_number, connector, address),
      station_number,
      connector,
      self_code,
      site: site?.title ?? null,
      pile_type: pile_type?.title ?? null,
    })),
  )
}
