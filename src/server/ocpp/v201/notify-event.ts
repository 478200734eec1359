import type { Condition } from '../../../shared/domain/pile-conditions.ts'
import type { Sign } from '../command-sign.ts'
import { reporter } from '../every-version/message.ts'
import { ownNumber } from '../every-version/own-number.ts'
import { readInstant } from '../every-version/timestamp.ts'
import { CallRefused } from '../framing.ts'
import type { Caller } from '../protocol.ts'
import { eventCode, isFault } from './event-codes.ts'
import { type Evse, gunOf, placeOf } from './places.ts'
import { connectorReported } from './status-notification.ts'

interface EventData {
  eventId: number
  timestamp: string
  trigger: string
  actualValue: string
  techCode?: string
  techInfo?: string
  cleared?: boolean
  variableMonitoringId?: number
  /** Of 2.1; before that only the monitor has one. */
  severity?: number
  component: { name: string; instance?: string; evse?: Evse }
  variable: { name: string; instance?: string }
}

interface NotifyEvent {
  tbc?: boolean
  seqNo: number
  eventData: EventData[]
}

/** A pile that has more to say sends it in parts. */
const MOST = 500

/**
 * What a pile notices about itself (N07, N08): each event counts by itself, whichever part of a report it is in. What is out of its
 * bounds lasts until a later event clears it (N07.FR.02); a value that is told for its own sake changes nothing.
 */
export const notifyEvent = reporter<NotifyEvent>('NotifyEvent', async (call, caller) => {
  const { eventData, seqNo, tbc } = call
  if (eventData.length > MOST) throw new CallRefused('property', `/eventData has more than ${MOST} events`)
  caller.events.reportPart(seqNo, tbc === true)
  const conditions = eventData.flatMap((event) => conditionOf(event, caller) ?? [])
  await caller.events.noticed(conditions, caller.received_at)
  let sign: Sign = { shows: 'other' }
  for (const event of eventData) sign = (await connectorOf(event, caller)) ?? sign
  return { answer: {}, sign }
})

function conditionOf(event: EventData, { events, flag, received_at }: Caller): Condition | null {
  const { component, variable, eventId, actualValue, severity, techCode, techInfo } = event
  const lasts = stateOf(event)
  if (lasts === null) return null
  const monitor = event.variableMonitoringId
  const what = `${named(component)}/${named(variable)}`
  const place = component.evse ? `${component.evse.id}.${component.evse.connectorId ?? ''}` : ''
  return {
    thing: `${place} ${what} ${monitor ?? ''}`,
    code: eventCode(component.name, variable.name),
    connector_number: gunAt(component.evse, events),
    monitor_number: ownNumber(monitor),
    lasts,
    at: readInstant(event.timestamp, flag) || received_at,
    event_id: Number.isSafeInteger(eventId) ? eventId : 0,
    level: severity !== undefined && severity >= 0 && severity <= 9 ? severity : null,
    message: [`${what}: ${actualValue}`, techInfo].filter(Boolean).join(' · '),
    vendor_code: techCode || null,
  }
}

/** Whether something lasts or is over; null for a value that is told as it changes, or from time to time (N07.FR.18, N08). */
function stateOf({ cleared, trigger, actualValue, component, variable }: EventData): boolean | null {
  if (trigger === 'Periodic' || variable.name === AVAILABILITY) return null
  if (cleared) return false
  if (isFault(component.name, variable.name)) return actualValue.trim().toLowerCase() !== 'false'
  return trigger === 'Delta' ? null : true
}

const named = ({ name, instance }: { name: string; instance?: string }) => (instance ? `${name}[${instance}]` : name)

/** EVSE 0 is the whole pile. */
function gunAt(evse: Evse | undefined, events: Caller['events']): number | null {
  return evse && evse.id !== 0 ? placeOf(evse, events) : null
}

const AVAILABILITY = 'AvailabilityState'

/** A connector's state, which a pile may tell so instead of by a message of its own (G01, H02.FR.06). */
async function connectorOf(event: EventData, caller: Caller): Promise<Sign | null> {
  const { component, variable, actualValue, timestamp } = event
  if (component.name !== 'Connector' || variable.name !== AVAILABILITY || !component.evse) return null
  const { id, connectorId = 1 } = component.evse
  gunOf(id, connectorId)
  return await connectorReported({ timestamp, connectorStatus: actualValue, evseId: id, connectorId }, caller)
}
