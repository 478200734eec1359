import {
  FORMATS,
  type Format,
  MOST_EXTRA,
  PRIORITIES,
  type Priority,
  type ScreenMessage,
  type ScreenText,
  SHOWN_WHILE,
  type ShownWhile,
} from './message.ts'

/** What a pile's screen takes by what it told of itself; null where it did not say. */
export interface ScreenTakes {
  /** False: it has no screen of ours, or it is switched off. */
  shows: boolean | null
  formats: readonly Format[] | null
  priorities: readonly Priority[] | null
  states: readonly ShownWhile[] | null
  /** Its own language first. Null: it knows none, and takes one text a message (O01.FR.19). */
  languages: readonly string[] | null
  most: number | null
}

const CONTROLLER = 'DisplayMessageCtrlr'
const key = (variable: string) => `${CONTROLLER}/${variable}`
export const SCREEN_KEYS = [
  ...['Available', 'Enabled', 'SupportedFormats', 'SupportedPriorities', 'SupportedStates'],
  ...['Language', 'DisplayMessages'],
].map(key)

/** A setting that a pile told of. */
export interface ToldOfScreen {
  key: string
  value: string | null
  choices: readonly string[] | null
  maximum: number | null
}

/** As piles write them: the standard's words, whatever their letters' size. */
const plain = (word: string) =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
const namedBy = <W extends string>(words: readonly W[], others: Readonly<Record<string, W>> = {}) => {
  const named = new Map<string, W>(words.map((word) => [plain(word), word]))
  for (const [other, word] of Object.entries(others)) named.set(other, word)
  return (list: readonly string[]): W[] | null => {
    const known = list.flatMap((word) => named.get(plain(word)) ?? [])
    return known.length > 0 ? [...new Set(known)] : null
  }
}
const formatsIn = namedBy(FORMATS)
const prioritiesIn = namedBy(PRIORITIES, { normalcycle: 'normal' })
const statesIn = namedBy(SHOWN_WHILE)

export function screenTakes(settings: readonly ToldOfScreen[]): ScreenTakes {
  const told = new Map(settings.map((one) => [one.key.toLowerCase(), one]))
  const of = (variable: string) => told.get(key(variable).toLowerCase())
  const flag = (variable: string) => {
    const value = of(variable)?.value?.trim().toLowerCase()
    return value === 'true' ? true : value === 'false' ? false : null
  }
  const list = (variable: string) => {
    const one = of(variable)
    const own = split(one?.value)
    return own.length > 0 ? own : (one?.choices ?? []).flatMap(split)
  }
  const own = split(of('Language')?.value)
  const languages = [...own, ...(of('Language')?.choices ?? []).flatMap(split)]
  const shows = [flag('Available'), flag('Enabled')]
  return {
    shows: shows.includes(false) ? false : shows.includes(true) ? true : null,
    formats: formatsIn(list('SupportedFormats')),
    priorities: prioritiesIn(list('SupportedPriorities')),
    states: statesIn(list('SupportedStates')),
    languages: languages.length > 0 ? [...new Set(languages)] : null,
    most: of('DisplayMessages')?.maximum ?? null,
  }
}

const split = (list: string | null | undefined) =>
  (list ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** Why a pile's screen does not take a message, with the field that says it; the words are in the locales' `campaigns:why`. */
export interface CannotShow {
  field: 'texts' | 'format' | 'priority' | 'shown_while'
  code:
    | 'shows_nothing'
    | 'shows_format'
    | 'shows_ascii'
    | 'shows_priority'
    | 'shows_state'
    | 'shows_language'
    | 'shows_most'
  figure?: string | number
}

export const isAscii = (text: string) => !/[^\t\n\r\x20-\x7e]/.test(text)

/** `others`: how many messages stay in the pile beside this one. */
export function cannotShow(message: ScreenMessage, takes: ScreenTakes, others: number): CannotShow | null {
  const { format, priority, shown_while } = message
  if (takes.shows === false) return { field: 'texts', code: 'shows_nothing' }
  // O01.FR.03, O01.FR.01, O01.FR.02; 2.0.1 has no variable for the states.
  if (takes.formats && !takes.formats.includes(format))
    return { field: 'format', code: 'shows_format', figure: takes.formats.join(', ') }
  if (format === 'ascii' && message.texts.some(({ text }) => !isAscii(text)))
    return { field: 'texts', code: 'shows_ascii' }
  if (takes.priorities && !takes.priorities.includes(priority)) return { field: 'priority', code: 'shows_priority' }
  if (shown_while !== null && takes.states && !takes.states.includes(shown_while))
    return { field: 'shown_while', code: 'shows_state' }
  if (message.texts.length === 0)
    return { field: 'texts', code: 'shows_language', figure: takes.languages?.join(', ') ?? '' }
  // O01.FR.11
  if (takes.most !== null && others + 1 > takes.most) return { field: 'texts', code: 'shows_most', figure: takes.most }
  return null
}

/** A text that a person typed goes as plain text in letters that the pile has. */
export const formatFor = (text: string, { formats }: ScreenTakes): Format =>
  formats && !formats.includes('utf8') && formats.includes('ascii') && isAscii(text) ? 'ascii' : 'utf8'

const primary = (language: string) => language.toLowerCase().split('-')[0]

/**
 * Which of a message's texts a pile gets: those in the languages that it knows, by its own words for them (O01.FR.17, O01.FR.18), its own
 * language first. One that knows none or did not say so yet, gets a single text in the first of `preferred` that there is, and is
 * told of no language: it could refuse one that it does not know.
 */
export function textsFor(
  texts: Readonly<Partial<Record<string, string>>>,
  { languages }: ScreenTakes,
  preferred: readonly string[],
): ScreenText[] {
  const said = Object.entries(texts).flatMap(([language, text]) => (text ? [{ language, text }] : []))
  if (languages === null) {
    const [first] = [...preferred.flatMap((wanted) => said.filter(({ language }) => language === wanted)), ...said]
    return first ? [{ language: null, text: first.text }] : []
  }
  const found = languages.flatMap((language) => {
    const same = (other: string) => other.toLowerCase() === language.toLowerCase()
    const text =
      said.find((one) => same(one.language)) ?? said.find((one) => primary(one.language) === primary(language))
    return text ? [{ language, text: text.text }] : []
  })
  // One text in each language of people: a pile that knows en-GB and en-US says the first.
  const once = found.filter(
    (one, at) => found.findIndex((other) => primary(other.language) === primary(one.language)) === at,
  )
  return once.slice(0, 1 + MOST_EXTRA)
}
