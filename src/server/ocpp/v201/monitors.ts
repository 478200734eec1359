import type { Intent } from '../../../shared/domain/intent.ts'
import type { Monitor, ToldMonitor, Watch } from '../../../shared/domain/monitors.ts'
import { reporter } from '../every-version/message.ts'
import { LARGEST } from '../every-version/own-number.ts'
import type { Payload } from '../framing.ts'
import type { Evse } from './places.ts'

/* Monitors (N02 to N06). */

const TYPES: Readonly<Record<Watch, string>> = {
  upper: 'UpperThreshold',
  lower: 'LowerThreshold',
  delta: 'Delta',
  periodic: 'Periodic',
  clock_aligned: 'PeriodicClockAligned',
}
const WATCH_OF = new Map(Object.entries(TYPES).map(([watch, type]) => [type, watch as Watch]))

/** What a pile works with (3.52). */
export const BASES = { all: 'All', factory: 'FactoryDefault', hard_wired: 'HardWiredOnly' } as const

/** One monitor to set; without a number the pile gives it one (N04.FR.11). */
export const monitorPayload = (monitor: Omit<Monitor, 'value'> & { limit: number }): Payload => ({
  value: monitor.limit,
  type: TYPES[monitor.watch],
  severity: monitor.level,
  ...(monitor.in_session && { transaction: true }),
  component: {
    name: monitor.component,
    ...(monitor.component_instance && { instance: monitor.component_instance }),
    ...(monitor.evse !== null && {
      evse: { id: monitor.evse, ...(monitor.connector !== null && { connectorId: monitor.connector }) },
    }),
  },
  variable: {
    name: monitor.variable,
    ...(monitor.variable_instance && { instance: monitor.variable_instance }),
  },
})

interface Setting {
  component: { name: string; instance?: string; evse?: Evse }
  variable: { name: string; instance?: string }
  type: string
  value: number
  severity: number
  transaction?: boolean
}

/** Several at once, or of a kind that is not ours: its pile tells afterwards what it watches. */
const SEVERAL: Intent = { ask: 'other', touches: 'monitors' }

/** What a call that a person wrote has watched. */
export function monitorIn({ setMonitoringData }: Payload): Intent {
  const [one, ...others] = setMonitoringData as Setting[]
  const watch = one && WATCH_OF.get(one.type)
  if (!watch || others.length > 0) return SEVERAL
  const { component, variable, value: limit, severity: level, transaction: in_session = false } = one
  return { ask: 'set_monitor', ...placeOf(component, variable), watch, limit, level, in_session }
}

/** What a call that a person wrote has watched no more. */
export function clearedIn({ id }: Payload): Intent {
  const [monitor_number, ...others] = id as number[]
  return monitor_number === undefined || others.length > 0 ? SEVERAL : { ask: 'clear_monitor', monitor_number }
}

const placeOf = (component: Setting['component'], variable: Setting['variable']) => ({
  component: component.name,
  component_instance: component.instance ?? null,
  evse: numberOr(component.evse?.id),
  connector: numberOr(component.evse?.connectorId),
  variable: variable.name,
  variable_instance: variable.instance ?? null,
})

interface MonitoringData {
  component: { name: string; instance?: string; evse?: Evse }
  variable: { name: string; instance?: string }
  variableMonitoring: { id: number; transaction: boolean; value: number; type: string; severity: number }[]
}

interface NotifyMonitoringReport {
  requestId: number
  seqNo: number
  tbc?: boolean
  monitor?: MonitoringData[]
}

/** A part of what a pile watches (N02): it is kept at once, and the report is whole when no part is missing. */
export const notifyMonitoringReport = reporter<NotifyMonitoringReport>(
  'NotifyMonitoringReport',
  async ({ requestId: request, seqNo: part, tbc = false, monitor = [] }, { events }) => {
    await events.monitors({ request, part, isLast: !tbc, told: monitor.flatMap(monitorsIn) })
    return { answer: {}, sign: { shows: 'other' } }
  },
)

const within = (number: number, most: number) => Number.isInteger(number) && number >= 0 && number <= most

function monitorsIn({ component, variable, variableMonitoring }: MonitoringData): ToldMonitor[] {
  const place = placeOf(component, variable)
  return variableMonitoring.flatMap(({ id, transaction, value, type, severity }) => {
    const watch = WATCH_OF.get(type)
    if (!watch || !within(id, LARGEST) || !within(severity, 9)) return []
    return { ...place, number: id, watch, value, level: severity, in_session: transaction }
  })
}

const numberOr = (number: number | undefined) => (number !== undefined && within(number, LARGEST) ? number : null)

interface Result {
  id?: number
  status: string
}

/** What a pile answers to a monitor that is set or taken out, of several the first that it did not take; null for any other answer. */
export function monitorAnswer(action: string, answer: Payload): Result | null {
  const results = action === 'SetVariableMonitoring' ? answer.setMonitoringResult : answer.clearMonitoringResult
  if (action !== 'SetVariableMonitoring' && action !== 'ClearVariableMonitoring') return null
  const all = (results ?? []) as Result[]
  return all.find(({ status }) => status.trim().toLowerCase() !== 'accepted') ?? all[0] ?? null
}
