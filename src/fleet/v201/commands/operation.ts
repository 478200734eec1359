import { changeAvailability } from '../../availability.ts'
import { maybe, object, oneOf, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import type { Maintenance } from '../../maintenance.ts'
import { connectorsAt } from '../../models.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import { takeData } from '../../vendor-data.ts'
import { namedConnectors } from '../places.ts'
import { Telling201 } from '../telling.ts'

/** Reset, availability, triggers and the cache (B11, B12, G03, G04, F06, C11, P01). */
export const operationCommands = (pile: Pile, maintenance: Maintenance): Record<string, CallHandler> => ({
  Reset(payload) {
    const kind = oneOf(payload, 'type', ['Immediate', 'OnIdle'])
    const evse = maybe(whole, payload, 'evseId')
    if (evse !== undefined && evse > 0) return resetEvse(pile, evse, kind)
    if (kind === 'Immediate') return status('Accepted', () => pile.reset('Soft'))
    return status(pile.isIdle ? 'Accepted' : 'Scheduled', () => pile.resetWhenIdle())
  },

  ChangeAvailability(payload) {
    const type = oneOf(payload, 'operationalStatus', ['Operative', 'Inoperative'])
    const named = namedConnectors(pile, payload)
    if (named.length === 0) return status('Rejected')
    const ids = maybe(object, payload, 'evse') ? named.map(({ id }) => id) : [0]
    const { word, effect } = changeAvailability(pile, ids, type)
    return status(word, effect)
  },

  ClearCache() {
    if (!pile.configuration.on('AuthorizationCacheEnabled')) return status('Rejected')
    pile.memory.cache = {}
    return status('Accepted')
  },

  DataTransfer: (payload) => takeData(pile, payload),

  TriggerMessage(payload) {
    const named = namedConnectors(pile, payload)
    const send = triggered(pile, maintenance, payload)[text(payload, 'requestedMessage')]
    if (!send) return status('NotImplemented')
    return named.length === 0 ? status('Rejected') : status('Accepted', send)
  },
})

/** One EVSE alone: at once its transaction ends before; on idle it waits for that (B12.FR.07, B12.FR.08). */
function resetEvse(pile: Pile, evse: number, kind: 'Immediate' | 'OnIdle') {
  const guns = connectorsAt(pile.model, evse).flatMap((number) => pile.connector(number) ?? [])
  if (guns.length === 0) return status('Rejected')
  if (kind === 'OnIdle' && guns.some(({ session }) => session)) return status('Scheduled')
  return status('Accepted', async () => {
    for (const gun of guns) await gun.stop('SoftReset')
    for (const { id } of guns) await pile.reports.status(id)
  })
}

/** What TriggerMessage can ask for; without an EVSE, of all of them. */
function triggered(pile: Pile, maintenance: Maintenance, payload: Payload): Record<string, () => unknown> {
  const ids = namedConnectors(pile, payload).map(({ id }) => id)
  const measurands = pile.configuration.list('MeterValuesSampledData')
  const each = async (send: (id: number) => Promise<unknown>) => {
    for (const id of ids) await send(id)
  }
  return {
    BootNotification: () => pile.bootAgain(),
    Heartbeat: () => pile.reports.heartbeat(),
    StatusNotification: () => each((id) => pile.reports.status(id)),
    MeterValues: () => each((id) => pile.reports.meter(id, measurands, 'Trigger')),
    TransactionEvent: () => each((id) => tellTransaction(pile, id, measurands)),
    FirmwareStatusNotification: () => maintenance.tellSignedFirmware(),
    LogStatusNotification: () => maintenance.tellLog(),
    SignChargingStationCertificate: () => pile.security.askForCertificate(),
    SignCombinedCertificate: () => pile.security.askForCertificate(),
  }
}

async function tellTransaction(pile: Pile, id: number, measurands: readonly string[]) {
  const { telling } = pile
  const connector = pile.connector(id)
  if (connector && telling instanceof Telling201) await telling.transactions.again(connector, measurands)
}
