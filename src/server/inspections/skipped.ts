import type { Selectable } from 'kysely'
import type { CheckAnswer } from '../../shared/domain/inspection.ts'
import type { answerInspection } from '../../shared/endpoints/inspections.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { wrongField } from '../kit/refusal.ts'
import { saidAt } from '../kit/said-at.ts'

type Skip = Pick<Selectable<Database['inspection']>, 'skipped_why' | 'skip_note' | 'skipped_at' | 'skipped_by'>

interface Said {
  kept: Skip
  /** When the round was made (epoch ms). */
  since: number
  /** What was said of the pile's items last. */
  latest: CheckAnswer | null
  isDone: boolean
}

/** Why a pile was not reached: the later word holds. It was reached after all where something was found there later, or it is done. */
export function skipOf(
  { skipped }: Parsed<typeof answerInspection>,
  { kept, since, latest, isDone }: Said,
  context: Context,
): Skip {
  const { skipped_why, skip_note, skipped_at, skipped_by } = said(kept)
  const isReached = isDone || (latest !== null && latest.at > (skipped_at ?? ''))
  return isReached && skipped_why
    ? { skipped_why: null, skip_note: null, skipped_at, skipped_by }
    : { skipped_why, skip_note, skipped_at, skipped_by }

  function said(before: Skip): Skip {
    if (!skipped) return before
    const { why: skipped_why, note: skip_note = null } = skipped
    if (skipped_why === 'other' && !skip_note) throw wrongField('skipped.note', 'required')
    const skipped_at = saidAt(skipped.said_at, context, since)
    if (before.skipped_at !== null && skipped_at < before.skipped_at) return before
    return { skipped_why, skip_note, skipped_at, skipped_by: context.person.name }
  }
}
