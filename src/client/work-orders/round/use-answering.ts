import { type CheckAnswer, MOST_ANSWER } from '../../../shared/domain/inspection.ts'
import type { Round, RoundPile } from '../../../shared/endpoints/work-orders.ts'
import { useKept } from '../../kit/forms/use-kept.ts'
import { tooMany } from '../../kit/ui/room.tsx'
import { useSaying } from '../../offline/use-saying.ts'
import { type ItemSaid, type SkipSaid, sayFound } from './said.ts'
import { valueTyped } from './typed.ts'

/** What is being typed of an item: its value, and its note. */
interface Typed {
  value?: string
  note?: string
}

type AllTyped = Readonly<Record<number, Typed>>

const NOTHING: AllTyped = {}

const isTooLong = ({ value, note }: Typed) => [value, note].some((text) => tooMany(text?.trim(), MOST_ANSWER) > 0)

/** Answers to the items of one pile: each tap is kept at once, what is typed when it is left or the pile is finished. */
export function useAnswering(row: RoundPile, items: Round['items']) {
  const say = useSaying()
  // A back gesture takes the page away before what is typed was left.
  const [typed, setTyped] = useKept(`round/${row.id}`, NOTHING)
  const label = row.pile.title
  const answerOf = (at: number): CheckAnswer | undefined => row.answers[at]
  const type = (at: number, change: Typed) => setTyped((now) => ({ ...now, [at]: { ...now[at], ...change } }))

  /** What was typed and is not said yet; what is no figure, or is too long, stays typed. */
  const unsaid = (places: readonly number[]): Record<string, ItemSaid> =>
    Object.fromEntries(
      places.flatMap((at) => {
        const [item, own, before] = [items[at], typed[at], answerOf(at)]
        if (!item || !own || isTooLong(own)) return []
        const value = own.value === undefined ? (before?.value ?? null) : valueTyped(item, own.value)
        const note = own.note === undefined ? (before?.note ?? null) : own.note.trim() || null
        const isSame = value === (before?.value ?? null) && note === (before?.note ?? null)
        return value === undefined || isSame ? [] : [[at, { value, note }]]
      }),
    )
  /** What was typed on while that was on its way, and what is too long, stays typed. */
  const forget = (said: Readonly<Record<string, ItemSaid>>, then: AllTyped) =>
    setTyped((now) => {
      const left = Object.entries(now).filter(
        ([at, own]) => !(at in said) || own !== then[Number(at)] || isTooLong(own),
      )
      return left.length > 0 ? Object.fromEntries(left) : NOTHING
    })
  const send = async (said: Readonly<Record<string, ItemSaid>>, finished = false) => {
    const kept = await say(() => sayFound(row.id, label, { said, finished }))
    if (kept) forget(said, typed)
    return kept
  }
  /** As it is typed, where it was wiped out too; one that is too long is as it was before. */
  const noteOf = (at: number) => {
    const { note } = typed[at] ?? {}
    return note === undefined || isTooLong({ note }) ? (answerOf(at)?.note ?? null) : note.trim() || null
  }
  return {
    typed,
    type,
    tap: (at: number, value: CheckAnswer['value']) => {
      void send({ [at]: { value, note: noteOf(at) } })
    },
    leave: (at: number) => {
      const said = unsaid([at])
      if (Object.keys(said).length > 0) void send(said)
    },
    /** The answers as they are with what is typed. */
    withTyped: () => {
      const said = Object.entries(unsaid(items.map((_, at) => at)))
      const now = new Date().toISOString()
      return {
        ...row.answers,
        ...Object.fromEntries(
          said.map(([at, one]) => [at, { value: one.value ?? null, note: one.note ?? null, at: now, by: '' }]),
        ),
      }
    },
    skip: (skipped: SkipSaid) => say(() => sayFound(row.id, label, { skipped })),
    finish: () => send(unsaid(items.map((_, at) => at)), true),
  }
}
