import type { Command } from '../../../shared/entities/command.ts'

export type SentCall = Command & { call: string }

/** The latest calls that say something of their own: those of one person, or of all. */
export function distinctCalls(commands: readonly Command[], asked_by: string | null): SentCall[] {
  const seen = new Set<string>()
  return commands
    .filter(
      (command): command is SentCall => command.call !== null && (asked_by === null || command.asked_by === asked_by),
    )
    .filter(({ call, payload }) => {
      const text = `${call} ${payload}`
      return !seen.has(text) && seen.add(text)
    })
}
