import { changeAvailability } from '../../availability.ts'
import { MEASURANDS } from '../../configuration.ts'
import { maybe, oneOf, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import type { Maintenance } from '../../maintenance.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import { takeData } from '../../vendor-data.ts'

/** The rest of the Core profile and Remote Trigger (OCPP 1.6, clauses 5.2 to 5.6, 5.8, 5.14 and 5.17). */
export const operationCommands = (pile: Pile, maintenance: Maintenance): Record<string, CallHandler> => ({
  Reset(payload) {
    const kind = oneOf(payload, 'type', ['Soft', 'Hard'])
    return status('Accepted', () => pile.reset(kind))
  },

  ChangeAvailability(payload) {
    const id = whole(payload, 'connectorId')
    const type = oneOf(payload, 'type', ['Operative', 'Inoperative'])
    if (id !== 0 && !pile.connector(id)) return status('Rejected')
    const { word, effect } = changeAvailability(pile, [id], type)
    return status(word, effect)
  },

  GetConfiguration(payload) {
    return { payload: pile.configuration.tell(Array.isArray(payload.key) ? payload.key.map(String) : []) }
  },

  ChangeConfiguration(payload) {
    const key = text(payload, 'key')
    if (key === 'SecurityProfile') {
      const taken = pile.security.change(text(payload, 'value'))
      return status(taken, taken === 'Accepted' ? () => pile.security.goOver() : undefined)
    }
    const result = pile.configuration.change(key, text(payload, 'value'))
    if (result !== 'Accepted') return status(result)
    return status(result, () => (key === 'AuthorizationKey' ? pile.reconnect() : pile.routines.restart()))
  },

  ClearCache() {
    pile.memory.cache = {}
    return status('Accepted')
  },

  DataTransfer: (payload) => takeData(pile, payload),

  TriggerMessage: (payload) => trigger(pile, payload, (id) => triggered(pile, maintenance, id)),

  /** Of the security extension (whitepaper, 5.5): signed updates, logs and certificates, and nothing of plain updates and diagnostics. */
  ExtendedTriggerMessage: (payload) =>
    trigger(pile, payload, (id) => {
      const { DiagnosticsStatusNotification: _, ...sends } = triggered(pile, maintenance, id)
      return {
        ...sends,
        FirmwareStatusNotification: () => maintenance.tellSignedFirmware(),
        LogStatusNotification: () => maintenance.tellLog(),
        SignChargePointCertificate: () => pile.security.askForCertificate(),
      }
    }),
})

type Sends = Record<string, () => unknown>

function trigger(pile: Pile, payload: Payload, sends: (id: number | undefined) => Sends) {
  const id = maybe(whole, payload, 'connectorId')
  const send = sends(id)[text(payload, 'requestedMessage')]
  if (!send) return status('NotImplemented')
  if (id !== undefined && id !== 0 && !pile.connector(id)) return status('Rejected')
  return status('Accepted', send)
}

/** What TriggerMessage can ask for; without a connector, of all of them. */
function triggered(pile: Pile, maintenance: Maintenance, id: number | undefined): Sends {
  const all = pile.connectors.map((connector) => connector.id)
  const measurands = pile.configuration.list('MeterValuesSampledData').filter((name) => MEASURANDS.includes(name))
  const each = async (ids: number[], send: (id: number) => Promise<unknown>) => {
    for (const one of ids) await send(one)
  }
  return {
    BootNotification: () => pile.bootAgain(),
    Heartbeat: () => pile.reports.heartbeat(),
    StatusNotification: () => each(id === undefined ? [0, ...all] : [id], (one) => pile.reports.status(one)),
    MeterValues: () => each(id ? [id] : all, (one) => pile.reports.meter(one, measurands, 'Trigger')),
    DiagnosticsStatusNotification: () => maintenance.tellDiagnostics(),
    FirmwareStatusNotification: () => maintenance.tellFirmware(),
  }
}
