import type { Language } from '../../shared/kit/languages.ts'
import { FALLBACK } from '../../shared/kit/languages.ts'
import { knows, say } from '../kit/words.ts'
import type { Due } from './due.ts'

/** A code in words; one that nobody knows stays as it is. */
function codeWord(language: Language, code: string): string {
  const key = `alarms:codes.${code}`
  return knows(FALLBACK, key) ? say(language, { key }) : code
}

/** What it is: with a word before it where much hangs on it. */
export function titleOf(language: Language, { code, severity }: Due): string {
  const word = codeWord(language, code)
  if (severity !== 'critical') return word
  return say(language, { key: 'alarms:notice.critical', figures: { alarm: word } })
}

/** Where it is, and what the pile says of it. */
export function placeOf(language: Language, { station_number, connector_number, site, message }: Due): string {
  const gun = connector_number && say(language, { key: 'alarms:connector', figures: { number: connector_number } })
  return [station_number ?? say(language, { key: 'alarms:network' }), gun, site, message].filter(Boolean).join(' · ')
}

/** One with its place; of several how many of which kind, those that most hangs on first. */
export function alarmsIn(language: Language, alarms: readonly Due[]): string {
  const [only] = alarms
  if (only && alarms.length === 1) return [titleOf(language, only), placeOf(language, only)].join(' · ')
  const counts = new Map<string, number>()
  for (const alarm of [...alarms].sort(bySeverity)) {
    const title = titleOf(language, alarm)
    counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  const each = [...counts].map(([title, count]) => (count > 1 ? `${title} ×${count}` : title))
  return new Intl.ListFormat(language).format(each)
}

const ORDER = { critical: 0, major: 1, minor: 2 } as const
export const bySeverity = (one: Pick<Due, 'severity'>, other: Pick<Due, 'severity'>) =>
  ORDER[one.severity] - ORDER[other.severity]
