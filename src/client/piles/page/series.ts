import type { pileSeries } from '../../../shared/endpoints/piles.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import type { TimePoint } from '../../kit/charts/time-line.tsx'

export type SeriesPoint = Data<typeof pileSeries>['points'][number]

/** One figure of the points, in large units; what the pile did not say is left out. */
export function lineOf(points: SeriesPoint[], figure: 'voltage_mv' | 'current_ma' | 'power_w'): TimePoint[] {
  return points.flatMap((point) => {
    const value = point[figure]
    return value === null ? [] : [{ at: Date.parse(point.at), value: value / 1000 }]
  })
}
