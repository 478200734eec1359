import { updateCardList } from '../../card-list.ts'
import { instant, maybe, object, oneOf, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import { forget, isReserved, reserve } from '../../reserving.ts'
import { connectorsOf } from '../places.ts'
import { infoFrom, tagFrom } from '../tokens.ts'

/** Lists of cards and reservations (D01, D02, H01, H02). */
export const cardCommands = (pile: Pile): Record<string, CallHandler> => ({
  /** D02.FR.03: without a list its version is 0. */
  GetLocalListVersion() {
    const enabled = pile.configuration.on('LocalAuthListEnabled')
    return { payload: { versionNumber: enabled ? pile.memory.local_list.version : 0 } }
  },

  SendLocalList(payload) {
    const type = oneOf(payload, 'updateType', ['Full', 'Differential'])
    const version = whole(payload, 'versionNumber')
    const entries = Array.isArray(payload.localAuthorizationList) ? (payload.localAuthorizationList as Payload[]) : []
    if (!pile.configuration.on('LocalAuthListEnabled')) return status('Failed')
    const cards = entries.map((entry) => ({ tag: tagFrom(entry), info: infoFrom(maybe(object, entry, 'idTokenInfo')) }))
    return status(updateCardList(pile, { type, version, cards }))
  },

  ReserveNow(payload) {
    const group = maybe(object, payload, 'groupIdToken')
    const wanted = {
      id: whole(payload, 'id'),
      id_tag: tagFrom(payload),
      parent_tag: group && text(group, 'idToken'),
      expires_at: instant(payload, 'expiryDateTime'),
    }
    const at = connectorsOf(pile, maybe(whole, payload, 'evseId'))
    if (at.length === 0) return status('Rejected')
    const { word, effect } = reserve(pile, wanted, at)
    return status(word, effect)
  },

  CancelReservation(payload) {
    const id = whole(payload, 'reservationId')
    return isReserved(pile, id) ? status('Accepted', () => forget(pile, id)) : status('Rejected')
  },
})
