import { tagKey } from '../../authorization.ts'
import { maybe, object, status, text, whole } from '../../fields.ts'
import type { Payload } from '../../frame.ts'
import { isoOf } from '../../open-transactions.ts'
import type { CallHandler, Pile } from '../../pile.ts'

const LONGEST = 512

/** What a pile knows of a customer, and that it forgets it (N09, N10). */
export const customerCommands = (pile: Pile): Record<string, CallHandler> => ({
  CustomerInformation(payload) {
    const requestId = whole(payload, 'requestId')
    const [asksReport, asksClear] = [payload.report === true, payload.clear === true]
    const tag = tagOf(payload)
    // It knows customers by their cards alone.
    if (tag === null) return status('Invalid')
    if (!asksReport && !asksClear) return status('Rejected')
    const known = asksReport ? knownOf(pile, tag) : ''
    if (asksClear) delete pile.memory.cache[tagKey(tag)]
    return status('Accepted', () => tell(pile, requestId, known))
  },
})

function tagOf(payload: Payload): string | null {
  const token = maybe(object, payload, 'idToken')
  return token ? text(token, 'idToken') : (maybe(text, payload, 'customerIdentifier') ?? null)
}

/** Its list of cards is the central system's, and stays (N10.FR.06). */
function knownOf({ memory }: Pile, tag: string): string {
  const key = tagKey(tag)
  const lines = [
    memory.cache[key] && `cache: ${tag} ${memory.cache[key].status}`,
    memory.local_list.tags[key] && `local list: ${tag} ${memory.local_list.tags[key].status}`,
    ...memory.transactions.filter((run) => tagKey(run.id_tag) === key).map((run) => `transaction: ${run.id}`),
  ]
  return lines.filter(Boolean).join('\n')
}

/** At least one message, though there is nothing (N09.FR.05 to 07). */
async function tell(pile: Pile, requestId: number, known: string) {
  const parts = known.match(new RegExp(`[^]{1,${LONGEST}}`, 'g')) ?? ['']
  const generatedAt = isoOf(pile.clock.now())
  for (const [seqNo, data] of parts.entries()) {
    const payload = { requestId, generatedAt, seqNo, tbc: seqNo < parts.length - 1, data }
    await pile.reports.tell({ action: 'NotifyCustomerInformation', payload })
  }
}
