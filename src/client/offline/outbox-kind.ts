import type { ComponentType } from 'react'
import type { IconName } from '../kit/ui/icon.tsx'
import type { Decision } from './outbox.ts'

/** How an answer reads that the server has not taken. */
export interface Reading {
  icon: IconName
  /** What was said, in a word or two. */
  said: string
  /** What the person wrote. */
  text: string | null
  /** The page of what it is about; null where the person has none. */
  path: string | null
  /** How its words are put right; null where it has none. */
  words: Words | null
}

interface Words {
  label: string
  required: boolean
  /** So many characters, where they are other than of a remark. */
  most?: number
  /** The same in other words. */
  body: (text: string) => unknown
}

/**
 * One kind of answer, as the outbox shows it. A feature declares it in its `outbox.ts`, `app/outbox-kinds.ts` names it. Its calls are
 * `deferrable` (`app/deferred.ts`), and `decideAbout` takes what a person says.
 */
export interface OutboxKind {
  /** What its subjects begin with: `alarm` of `alarm:12`. */
  about: string
  /** A hook: what reads an answer in the person's language. */
  useReading: () => (decision: Decision) => Reading
  /** One that waits, where more of it can be put right than its words. */
  Waiting?: ComponentType<{ decision: Decision }>
  /** One that was not taken, where there is more to say than the server's words. */
  Trouble?: ComponentType<{ decision: Decision }>
}

/** Photos stand by themselves, whatever they are of (`photos/photo-outbox.tsx`). */
export const isAbout = ({ subject, photo }: Pick<Decision, 'subject' | 'photo'>, { about }: OutboxKind) =>
  photo === undefined && subject.startsWith(`${about}:`)
