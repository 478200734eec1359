import { maybe, object, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import type { CallHandler, Pile } from '../../pile.ts'

/** How it connects (B09). Tunnels it has none. */
export const networkCommands = (pile: Pile): Record<string, CallHandler> => ({
  SetNetworkProfile(payload) {
    const slot = String(whole(payload, 'configurationSlot'))
    const data = object(payload, 'connectionData') as Payload
    if (data.vpn !== undefined || text(data, 'ocppTransport') !== 'JSON') return status('Rejected')
    const apn = maybe(object, data, 'apn') as Payload | undefined
    const connection = {
      ...{ address: text(data, 'ocppCsmsUrl'), profile: whole(data, 'securityProfile') },
      ...{ interface: text(data, 'ocppInterface'), message_seconds: whole(data, 'messageTimeout') },
      ...(apn && { apn: text(apn, 'apn') }),
    }
    return status(pile.network.write(slot, connection))
  },
})
