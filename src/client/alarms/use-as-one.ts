import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Shown, together } from '../../shared/domain/alarm-matter.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { openAlarms, useRecords } from '../kit/fields/use-records.ts'
import { useEachAsSaid } from './use-as-said.ts'

export const FRESH = { offline: true, beside: true, everyMs: 5_000 }

/**
 * Of a list of all that is open a matter is known whole, although it goes on after the rows that show; of one that is narrowed, what it
 * shows.
 */
export function useAsOne(alarms: readonly Shown[] | null, total: number): readonly Shown[] | null {
  const [params] = useSearchParams()
  const goesOn = alarms !== null && total > alarms.length && isOpenOnly(filtersIn(params))
  const all = useRecords(alarmEntity, openAlarms, FRESH, goesOn)
  // What another list asked for is there although this one does not ask.
  const data = goesOn ? all.data : undefined
  const rows = useEachAsSaid(alarms)
  const others = useEachAsSaid((data?.rows ?? null) as unknown as Alarm[] | null)
  return useMemo(() => rows && together(rows, others ?? []), [rows, others])
}

/** What the address narrows the list by; which page of it shows, and how it is sorted, narrows nothing. */
function filtersIn(params: URLSearchParams): Record<string, unknown> {
  const { page: _, size: __, sort: ___, view: ____, ...filters } = Object.fromEntries(params)
  return { ...filters, status: filters.status?.split(',') }
}

export const isOpenOnly = ({ status, ...others }: Readonly<Record<string, unknown>>) =>
  Array.isArray(status) && status.join() === 'open' && Object.keys(others).length === 0
