import { updateCardList } from '../../card-list.ts'
import { oneOf, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import type { IdTagInfo } from '../../messages.ts'
import type { CallHandler, Pile } from '../../pile.ts'

/** The Local Auth List profile (OCPP 1.6, clauses 5.10 and 5.15). */
export const localListCommands = (pile: Pile): Record<string, CallHandler> => ({
  GetLocalListVersion() {
    const enabled = pile.configuration.on('LocalAuthListEnabled')
    return { payload: { listVersion: enabled ? pile.memory.local_list.version : -1 } }
  },

  SendLocalList(payload) {
    const type = oneOf(payload, 'updateType', ['Full', 'Differential'])
    const version = whole(payload, 'listVersion')
    const entries = Array.isArray(payload.localAuthorizationList) ? (payload.localAuthorizationList as Payload[]) : []
    if (!pile.configuration.on('LocalAuthListEnabled')) return status('NotSupported')
    const cards = entries.map((entry) => ({
      tag: text(entry, 'idTag'),
      info: entry.idTagInfo as IdTagInfo | undefined,
    }))
    return status(updateCardList(pile, { type, version, cards }))
  },
})
