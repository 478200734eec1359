import { maybe, oneOf, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import type { Monitor } from '../../memory.ts'
import { isoOf } from '../../open-transactions.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import type { DeviceModel } from '../device-model.ts'
import { isOfComponent, isVariable, namedIn } from '../variable.ts'

const LOWEST_SEVERITY = 9
const CRITERIA: Readonly<Record<string, readonly string[]>> = {
  ThresholdMonitoring: ['UpperThreshold', 'LowerThreshold'],
  DeltaMonitoring: ['Delta'],
  PeriodicMonitoring: ['Periodic', 'PeriodicClockAligned'],
}
const THRESHOLDS: readonly string[] = CRITERIA.ThresholdMonitoring ?? []

/** Monitors of variables (N02 to N06), kept through a reboot. */
export const monitoringCommands = (
  pile: Pile,
  model: DeviceModel,
  /** What is told of each besides. */
  besides: Payload = {},
): Record<string, CallHandler> => ({
  SetVariableMonitoring({ setMonitoringData }) {
    const asked = Array.isArray(setMonitoringData) ? (setMonitoringData as Payload[]) : []
    return { payload: { setMonitoringResult: asked.map((one) => setMonitor(pile, model, one)) } }
  },

  ClearVariableMonitoring({ id: ids }) {
    const asked = Array.isArray(ids) ? ids.map(Number) : []
    const clearMonitoringResult = asked.map((id) => ({ id, status: forget(pile, id) ? 'Accepted' : 'NotFound' }))
    return { payload: { clearMonitoringResult } }
  },

  GetMonitoringReport(payload) {
    const requestId = whole(payload, 'requestId')
    const kinds = ((payload.monitoringCriteria as string[] | undefined) ?? []).flatMap((word) => CRITERIA[word] ?? [])
    const named = payload.componentVariable as Payload[] | undefined
    const found = monitorsOf(pile)
      .filter(({ type }) => kinds.length === 0 || kinds.includes(type))
      .filter((monitor) => !named || named.some((one) => isOn(model, monitor, one)))
    if (found.length === 0) return status('EmptyResultSet')
    return status('Accepted', () => report(pile, { requestId, found, besides }))
  },

  SetMonitoringBase(payload) {
    const base = oneOf(payload, 'monitoringBase', ['All', 'FactoryDefault', 'HardWiredOnly'])
    // It has none of its own but those that are wired (N03.FR.04, 05).
    if (base !== 'All') pile.memory.monitors = []
    return status('Accepted')
  },

  SetMonitoringLevel(payload) {
    const severity = whole(payload, 'severity')
    return status(severity >= 0 && severity <= LOWEST_SEVERITY ? 'Accepted' : 'Rejected')
  },
})

const monitorsOf = ({ memory }: Pile): Monitor[] => memory.monitors ?? []

function forget(pile: Pile, id: number): boolean {
  const left = monitorsOf(pile).filter((monitor) => monitor.id !== id)
  const isKnown = left.length < monitorsOf(pile).length
  pile.memory.monitors = left
  return isKnown
}

function setMonitor(pile: Pile, model: DeviceModel, asked: Payload): Payload {
  const { component, variable } = namedIn(asked)
  const [type, severity, value] = [text(asked, 'type'), whole(asked, 'severity'), Number(asked.value)]
  const told = { type, severity, component, variable }
  const known = model.find({ component, variable })
  if (typeof known === 'string') return { ...told, status: known }
  if (!known.isWatched) return { ...told, status: 'UnsupportedMonitorType' }
  const isBeyond = value < (known.min ?? -Infinity) || value > (known.max ?? Infinity)
  if (THRESHOLDS.includes(type) && isBeyond) return { ...told, status: 'Rejected' }
  const given = maybe(whole, asked, 'id')
  const others = monitorsOf(pile).filter(({ id }) => id !== given)
  if (given !== undefined && others.length === monitorsOf(pile).length) return { ...told, status: 'Rejected' }
  // N04.FR.16: one of a type and a severity a variable.
  if (others.some((other) => isTwin(other, told))) return { ...told, status: 'Duplicate' }
  const id = given ?? Math.max(0, ...others.map((other) => other.id)) + 1
  pile.memory.monitors = [...others, { ...told, id, value, transaction: asked.transaction === true }]
  return { ...told, status: 'Accepted', id }
}

const isTwin = (one: Omit<Monitor, 'id' | 'value' | 'transaction'>, other: typeof one) =>
  one.type === other.type && one.severity === other.severity && keyOf(one) === keyOf(other)

const keyOf = ({ component, variable }: Pick<Monitor, 'component' | 'variable'>) =>
  JSON.stringify([component, variable]).toLowerCase()

function isOn(model: DeviceModel, monitor: Monitor, { component, variable }: Payload): boolean {
  const known = model.find(monitor)
  if (typeof known === 'string' || !isOfComponent(known, component as Payload)) return false
  return !variable || isVariable(known, variable as Payload)
}

async function report(
  pile: Pile,
  { requestId, found, besides }: { requestId: number; found: readonly Monitor[]; besides: Payload },
) {
  const firsts = found.filter((one, index) => found.findIndex((other) => keyOf(other) === keyOf(one)) === index)
  const monitor = firsts.map((first) => ({
    ...{ component: first.component, variable: first.variable },
    variableMonitoring: found
      .filter((one) => keyOf(one) === keyOf(first))
      .map(({ component: _, variable: __, ...rest }) => ({ ...rest, ...besides })),
  }))
  const payload = { requestId, seqNo: 0, tbc: false, generatedAt: isoOf(pile.clock.now()), monitor }
  await pile.reports.tell({ action: 'NotifyMonitoringReport', payload })
}
