import {
  type CheckAnswers,
  type CheckItem,
  isInspected,
  mergedAnswers,
  missingIn,
  wrongIn,
} from '../../../shared/domain/inspection.ts'
import { answerInspection } from '../../../shared/endpoints/inspections.ts'
import type { RoundPile } from '../../../shared/endpoints/work-orders.ts'
import type { Body } from '../../../shared/kit/endpoint.ts'
import { store } from '../../kit/session/store.ts'
import type { Decision } from '../../offline/outbox.ts'
import { decideAbout, decisionsAtom, sayMoreOf } from '../../offline/sending.ts'
import { useUnshown } from '../../offline/use-unshown.ts'

type Said = Body<typeof answerInspection>
export type InspectionDecision = Decision<Said>
/** Why a pile is not reached; null: it is after all. */
export type SkipSaid = Omit<NonNullable<Said['skipped']>, 'said_at'>
/** What is said of one item. */
export type ItemSaid = Omit<Said['answers'][string], 'said_at'>

const subjectOf = (id: number) => `inspection:${id}`

const isAbout = (decision: Decision): decision is InspectionDecision =>
  decision.subject.startsWith('inspection:') && decision.photo === undefined

/** What this person said on rounds that the round in sight does not tell yet. */
export const useInspectionDecisions = (): InspectionDecision[] => useUnshown().filter(isAbout)

/** One tap after the other: each finds what the one before it left waiting. */
let before: Promise<unknown> = Promise.resolve()

interface Found {
  said?: Readonly<Record<string, ItemSaid>>
  finished?: boolean
  skipped?: SkipSaid
}

/**
 * Says what was found at a pile, or why it was not reached: durable with each tap, here or on the server. What waits of the same pile, or was
 * refused, takes it along, so that one row stands in the outbox and no answer goes.
 */
export function sayFound(id: number, label: string, found: Found): Promise<void> {
  const said_at = new Date().toISOString()
  const answers = Object.fromEntries(Object.entries(found.said ?? {}).map(([at, one]) => [at, { ...one, said_at }]))
  const news = {
    ...(found.finished && { finished: true }),
    ...(found.skipped && { skipped: { ...found.skipped, said_at } }),
  }
  const mine = before.then(async () => {
    const unsent = store
      .get(decisionsAtom)
      .filter(isAbout)
      .findLast(({ body, state }) => body.id === id && state !== 'conflict')
    if (!unsent) {
      const body: Said = { id, answers, ...news }
      return decideAbout({ subject: subjectOf(id), label, decided_at: said_at }, answerInspection, body)
    }
    const { body } = unsent
    return sayMoreOf(unsent, answerInspection, { ...body, answers: { ...body.answers, ...answers }, ...news })
  })
  before = mine.catch(() => {})
  return mine
}

/** A pile of a round as it is once what waits is sent. */
export function pileAsSaid(
  pile: RoundPile,
  items: readonly CheckItem[],
  decisions: readonly InspectionDecision[],
): RoundPile {
  const own = decisions.filter(({ body, state }) => body.id === pile.id && state === 'waiting')
  if (own.length === 0) return pile
  let answers: CheckAnswers = pile.answers
  for (const { body } of own) {
    const said = Object.entries(body.answers).map(([at, { value = null, note = null, said_at }]) => [
      at,
      { value, note, at: said_at, by: '' },
    ])
    answers = mergedAnswers(answers, Object.fromEntries(said))
  }
  const isDone =
    missingIn(items, answers).length === 0 && (isInspected(pile.state) || own.some(({ body }) => body.finished))
  const state = isDone
    ? wrongIn(items, answers).length > 0
      ? 'not_ok'
      : 'ok'
    : isInspected(pile.state)
      ? 'due'
      : pile.state
  return { ...pile, answers, state, skipped: isDone ? null : skippedBy(pile, own, answers) }
}

/** As the server takes it: of why it is not reached the later word holds, until something is found there. */
function skippedBy({ skipped }: RoundPile, own: readonly InspectionDecision[], answers: CheckAnswers) {
  let now: RoundPile['skipped'] = skipped
  for (const { body } of own) {
    if (!body.skipped) continue
    const { why, note = null, said_at } = body.skipped
    now = why && { why, note, at: said_at, by: null }
  }
  return now && Object.values(answers).some(({ at }) => at > (now?.at ?? '')) ? null : now
}
