import { loggable } from './framing.ts'

/** What the log keeps of one frame, in characters. */
const MOST_KEPT = 65_536
const BEGINNING = 16_384

/**
 * A frame's text as the log keeps it: whole up to 64 K characters, its beginning and how long it was above. A password
 * beyond the cut is not kept; one before it makes the whole unreadable, so redaction leaves nothing of it.
 */
export function logged(text: string): string {
  if (text.length <= MOST_KEPT) return loggable(text)
  // Half a character is none (see framing.ts).
  return `${loggable(text.slice(0, BEGINNING)).toWellFormed()}… (${text.length} characters)`
}
