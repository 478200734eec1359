import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { allOf, type Shown, together } from '../../shared/domain/alarm-matter.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import type { Query } from '../kit/api/records.ts'
import { openAlarms, useRecords } from '../kit/fields/use-records.ts'
import { useEachAsSaid } from './use-as-said.ts'

const FRESH = { offline: true, beside: true, everyMs: 5_000 }

/** Where the others of its matter are: at its site, or at its pile where it has none. */
function near({ site_id, pile_id }: Pick<Alarm, 'site_id' | 'pile_id'>): Query {
  if (site_id !== null) return { ...openAlarms, site_id: [site_id] }
  return pile_id === null ? openAlarms : { ...openAlarms, pile_id: [pile_id] }
}

const rowsOf = ({ data }: ReturnType<typeof useRecords>) => (data?.rows ?? []) as unknown as Alarm[]

/** An open alarm with the others that are one matter with it; without a network those of them that the device keeps. */
export function useMatter(alarm: Alarm | undefined): Shown | undefined {
  const isOpen = alarm?.status === 'open' && alarm.pile_id !== null
  const around = useRecords(alarmEntity, alarm ? near(alarm) : openAlarms, FRESH, isOpen)
  const kept = useRecords(alarmEntity, openAlarms, FRESH, isOpen && around.isError)
  if (!alarm || !isOpen) return alarm
  const others = [...rowsOf(around), ...(around.isError ? rowsOf(kept) : [])].filter(({ id }) => id !== alarm.id)
  const unique = [...new Map(others.map((other) => [other.id, other])).values()]
  const matter: Shown = together([alarm], unique)[0] ?? alarm
  const rest = allOf(matter).filter(({ id }) => id !== alarm.id)
  return rest.length ? { ...alarm, others: rest, ...(matter.struck && { struck: true }) } : alarm
}

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
