import { allOf, type Shown, together } from '../../shared/domain/alarm-matter.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import type { Query } from '../kit/api/records.ts'
import { openAlarms, useRecords } from '../kit/fields/use-records.ts'
import { FRESH } from './use-as-one.ts'

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
