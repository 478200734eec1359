import { tagKey } from './authorization.ts'
import type { IdTagInfo } from './messages.ts'
import type { Pile } from './pile.ts'

export interface ListUpdate {
  type: 'Full' | 'Differential'
  version: number
  /** A card without what it may is taken off the list. */
  cards: { tag: string; info: IdTagInfo | undefined }[]
}

/** Takes a list of cards, or what changes of it. */
export function updateCardList(pile: Pile, { type, version, cards }: ListUpdate) {
  const { configuration, memory } = pile
  if (type === 'Differential' && version <= memory.local_list.version) return 'VersionMismatch'
  if (cards.length > configuration.count('SendLocalListMaxLength')) return 'Failed'
  const tags = type === 'Full' ? {} : { ...memory.local_list.tags }
  for (const { tag, info } of cards) {
    if (info) tags[tagKey(tag)] = info
    else delete tags[tagKey(tag)]
  }
  const room = Math.min(configuration.count('LocalAuthListMaxLength'), pile.wrong.listRoom)
  if (Object.keys(tags).length > room) return 'Failed'
  memory.local_list = { version, tags }
  // What the list says of a card outranks what was learned of it (clause 3.5.3).
  for (const tag of Object.keys(tags)) delete memory.cache[tag]
  return 'Accepted'
}
