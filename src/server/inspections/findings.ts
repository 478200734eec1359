import { type Kysely, sql } from 'kysely'
import {
  type CheckAnswer,
  type CheckAnswers,
  type CheckItem,
  isAnswered,
  isInspected,
  isWrong,
} from '../../shared/domain/inspection.ts'
import type { Inspection } from '../../shared/entities/inspection.ts'
import type { Database } from '../kit/database/tables.ts'
import type { FindingAlarms } from './ports.ts'

type Db = Kysely<Database>

interface Finished {
  /** As it was before these answers. */
  kept: Pick<Inspection, 'id' | 'pile_id' | 'state'> & { answers: CheckAnswers }
  items: readonly CheckItem[]
  answers: CheckAnswers
}

/**
 * Raises an alarm for each item of a finished pile that is not all right and asks for one, once for each time that it is found, and closes
 * what is found all right. What an older inspection found counts for nothing once a later one has looked. Tells which alarms changed.
 */
export async function followFindings(
  db: Db,
  alarms: FindingAlarms,
  { kept, items, answers }: Finished,
): Promise<number[]> {
  const changed: number[] = []
  const { pile_id } = kept
  for (const [place, item] of items.entries()) {
    const answer = answers[place]
    if (!item.alarm || !answer || !isAnswered(item, answer)) continue
    const about = { pile_id, check_item: item.words, at: Date.parse(answer.at) }
    if (!isWrong(item, answer)) changed.push(...(await alarms.allRight(db, about)))
    else if (!isKnown(kept, place, item) && !(await isLookedAtSince(db, kept, item, answer)))
      changed.push(...(await alarms.found(db, { ...about, message: messageOf(item, answer) })))
  }
  return changed
}

const isKnown = ({ state, answers }: Finished['kept'], place: number, item: CheckItem) =>
  isInspected(state) && isWrong(item, answers[place])

const messageOf = ({ words, unit }: CheckItem, { value, note }: CheckAnswer) =>
  [words, typeof value === 'number' && [value, unit].filter((part) => part !== null).join(' '), note]
    .filter(Boolean)
    .join(': ')

async function isLookedAtSince(
  db: Db,
  { id, pile_id }: Finished['kept'],
  { words }: CheckItem,
  { at }: CheckAnswer,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from inspection i join work_order w on w.id = i.work_order_id
      cross join lateral jsonb_array_elements(w.check_list -> 'items') listed (item)
      where i.pile_id = ${pile_id} and i.id <> ${id} and i.inspected_at > ${at}::timestamptz and item ->> 'words' = ${words}) as is`.execute(
    db,
  )
  return rows[0]?.is ?? false
}
