import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { PAGE_SIZE } from '../../shared/kit/endpoint.ts'
import type { Query } from '../kit/api/records.ts'
import { openAlarms, useRecords } from '../kit/fields/use-records.ts'
import { allOf, type Shown, together } from './together.ts'

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
  const others = [...rowsOf(around), ...rowsOf(kept)].filter(({ id }) => id !== alarm.id)
  const unique = [...new Map(others.map((other) => [other.id, other])).values()]
  const matter: Shown = together([alarm], unique)[0] ?? alarm
  const rest = allOf(matter).filter(({ id }) => id !== alarm.id)
  return rest.length ? { ...alarm, others: rest, ...(matter.struck && { struck: true }) } : alarm
}

/** Further open alarms that a list of open ones does not show yet: those of a matter that goes on after its page. */
export function useFurtherAlarms(wanted: boolean): readonly Alarm[] {
  const { data } = useRecords(
    alarmEntity,
    { status: ['open'], page_num: 1, page_size: 1 },
    { everyMs: 2_000, offline: true, beside: true },
    wanted,
  )
  const isMore = (data?.total ?? 0) > PAGE_SIZE
  return rowsOf(useRecords(alarmEntity, openAlarms, FRESH, wanted && isMore))
}
