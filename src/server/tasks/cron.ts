import { Cron } from 'croner'
import cronstrue from 'cronstrue/i18n.js'
import { FALLBACK, type Language } from '../../shared/kit/languages.ts'
import { wrongField } from '../kit/refusal.ts'

/** When a task comes: five fields of cron by the clock of a time zone. */
export interface Times {
  cron: string
  time_zone: string
}

/** The first `count` times after a moment, as ISO instants. Refused at the field `cron` when it is no cron or never comes. */
export function timesAfter(times: Times, after: Date, count: number): string[] {
  const found = read(times).nextRuns(count, after)
  if (!found.length) throw wrongField('cron', 'tasks:cron.never')
  return found.map((at) => at.toISOString())
}

export const nextAfter = (times: Times, after: Date): string => timesAfter(times, after, 1)[0] as string

// croner knows seconds as a sixth field and names such as @daily; ours are the five that everybody reads.
function read({ cron, time_zone }: Times): Cron {
  if (cron.trim().split(/\s+/).length !== 5) throw wrongField('cron', 'tasks:cron.five_fields')
  let parsed: Cron
  try {
    parsed = new Cron(cron.trim(), { timezone: time_zone, paused: true })
  } catch {
    throw wrongField('cron', 'tasks:cron.not_one')
  }
  try {
    parsed.nextRun()
    return parsed
  } catch {
    throw wrongField('time_zone', 'not_a_time_zone')
  }
}

// What a module of the older kind exports is found in another place by each of the ways in which we load it.
const { locales } = (cronstrue as { default?: typeof cronstrue }).default ?? cronstrue

/** The words of cronstrue that come closest to a language. */
function localeOf(language: Language): string {
  const known = [language.replace('-', '_'), language.split('-')[0] ?? ''].find((name) => name in locales)
  return known ?? FALLBACK
}

/** A cron in words: "At 03:30". As it stands where there are none for it. */
export function cronWords(cron: string, language: Language): string {
  try {
    const words = cronstrue.toString(cron, { locale: localeOf(language), use24HourTimeFormat: true, verbose: false })
    return words.replace(/^(在|次において実施)/, '')
  } catch {
    return cron
  }
}
