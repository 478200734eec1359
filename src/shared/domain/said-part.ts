/** How characters are said, each by all its readings. */
export type Readings = ReadonlyMap<string, readonly string[]>

/** A word as pinyin would be: letters, figures behind them, with what people put between syllables left out. Null where it is none. */
export function pinyinIn(wanted: string): string | null {
  const said = wanted
    .toLowerCase()
    .replaceAll('ü', 'v')
    .replace(/[\s'’-]/g, '')
  return /^[a-z][a-z0-9]*$/.test(said) ? said : null
}

/** The part of a text that is said as `typed` is written, by its pinyin or its initials; null where none is. The first that begins a character. */
export function saidPart(text: string, typed: string, readings: Readings): string | null {
  const letters = [...text]
  for (let from = 0; from < letters.length; from++) {
    if (!readings.has(letters[from] ?? '')) continue
    const length = saidFrom(letters.slice(from), typed, readings) ?? initialsFrom(letters.slice(from), typed, readings)
    if (length !== null) return letters.slice(from, from + length).join('')
  }
  return null
}

/** What is not said is passed over, as the database does that spells names. */
function waysOf(letter: string, readings: Readings): readonly string[] {
  const own = letter.toLowerCase()
  return readings.get(letter) ?? (/^[a-z0-9]$/.test(own) ? [own] : [])
}

/** How many letters it takes to say all that was typed; of the last one its beginning is enough. */
function saidFrom(letters: readonly string[], typed: string, readings: Readings): number | null {
  if (!typed) return 0
  const [first, ...others] = letters
  if (first === undefined) return null
  const ways = waysOf(first, readings)
  if (!ways.length) return oneMore(saidFrom(others, typed, readings))
  for (const way of ways) {
    if (way.startsWith(typed)) return 1
    const rest = typed.startsWith(way) ? oneMore(saidFrom(others, typed.slice(way.length), readings)) : null
    if (rest !== null) return rest
  }
  return null
}

function initialsFrom(letters: readonly string[], typed: string, readings: Readings): number | null {
  if (!typed) return 0
  const [first, ...others] = letters
  if (first === undefined) return null
  const ways = waysOf(first, readings)
  if (!ways.length) return oneMore(initialsFrom(others, typed, readings))
  return ways.some((way) => way[0] === typed[0]) ? oneMore(initialsFrom(others, typed.slice(1), readings)) : null
}

const oneMore = (length: number | null): number | null => (length === null ? null : length + 1)
