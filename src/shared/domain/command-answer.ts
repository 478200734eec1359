/** What a pile said to a command. */
export interface CommandAnswer {
  /** The status of its answer, or the code of its error; null where it said neither. */
  word: string | null
  /** Why, where it says that. */
  reason: { code: string; info: string | null } | null
}

/** Reads an answer as it is kept with its command: JSON, or null where none came. */
export function saidIn(answer: string | null): CommandAnswer {
  const { status, code, reason } = JSON.parse(answer ?? '{}') as Record<string, unknown>
  const word = status ?? code
  return { word: word === undefined ? null : String(word), reason: (reason as CommandAnswer['reason']) ?? null }
}
