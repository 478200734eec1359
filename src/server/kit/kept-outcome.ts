/** How a command's call ended, as its row keeps it. */
interface KeptOutcome {
  answer: Readonly<Record<string, unknown>> | null
  /** With the protocol's error code, or our word for why there is no answer. */
  failure: { code: string; description: string; details: unknown } | null
}

/** Reads what is kept: a failure has a code, an answer is as the pile gave it; null is neither. */
export function keptOutcome(text: string | null): KeptOutcome {
  if (text === null) return { answer: null, failure: null }
  const kept = JSON.parse(text) as Record<string, unknown>
  const { code, description, details } = kept
  if (typeof code !== 'string' || kept.status !== undefined) return { answer: kept, failure: null }
  return { answer: null, failure: { code, description: String(description ?? ''), details } }
}
