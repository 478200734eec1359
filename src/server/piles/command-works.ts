import { everyOffered, type OfferedName } from '../../shared/commands/index.ts'
import type { Intent } from '../../shared/domain/intent.ts'

/** Commands that many piles can be given at once, as campaigns carry them out: what is kept is the intent. */
export const commandWorks = everyOffered
  .filter(({ bulk }) => bulk)
  .map(({ name, effect }) => ({
    action: name as OfferedName,
    holds: 'answer' as const,
    // One whose effect stands for its answer may have happened without one.
    repeatable: !effect?.answers,
    intentOf: async (_: unknown, intent: object) => intent as Intent,
  }))
