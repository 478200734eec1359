import { tagKey } from '../authorization.ts'
import type { Payload } from '../frame.ts'
import type { IdTagInfo } from '../messages.ts'
import type { CallHandler, Pile } from '../pile.ts'
import { oneOf, status, text, whole } from './fields.ts'

/** The Local Auth List profile (OCPP 1.6, clauses 5.10 and 5.15). */
export const localListCommands = (pile: Pile): Record<string, CallHandler> => ({
  GetLocalListVersion() {
    const enabled = pile.configuration.on('LocalAuthListEnabled')
    return { payload: { listVersion: enabled ? pile.memory.local_list.version : -1 } }
  },

  SendLocalList(payload) {
    const { configuration, memory } = pile
    const type = oneOf(payload, 'updateType', ['Full', 'Differential'])
    const version = whole(payload, 'listVersion')
    const entries = Array.isArray(payload.localAuthorizationList) ? (payload.localAuthorizationList as Payload[]) : []
    if (!configuration.on('LocalAuthListEnabled')) return status('NotSupported')
    if (type === 'Differential' && version <= memory.local_list.version) return status('VersionMismatch')
    if (entries.length > configuration.count('SendLocalListMaxLength')) return status('Failed')
    const tags = merged(type === 'Full' ? {} : memory.local_list.tags, entries)
    const room = Math.min(configuration.count('LocalAuthListMaxLength'), pile.wrong.listRoom)
    if (Object.keys(tags).length > room) return status('Failed')
    memory.local_list = { version, tags }
    // What the list says of a card outranks what was learned of it (clause 3.5.3).
    for (const tag of Object.keys(tags)) delete memory.cache[tag]
    return status('Accepted')
  },
})

/** An entry without idTagInfo takes the card off the list. */
function merged(before: Record<string, IdTagInfo>, entries: Payload[]): Record<string, IdTagInfo> {
  const tags = { ...before }
  for (const entry of entries) {
    const key = tagKey(text(entry, 'idTag'))
    if (entry.idTagInfo) tags[key] = entry.idTagInfo as IdTagInfo
    else delete tags[key]
  }
  return tags
}
