/** What may be typed for something, and how that is said in pinyin. */
export interface Said {
  /** In the person's language first. */
  words: readonly string[]
  /** As the server spells words: ` zhongqi zq qi`; empty where nothing of it is Chinese. */
  spelled: string
}

const CHINESE = /[\u4e00-\u9fff]/
export const isChinese = (word: string) => CHINESE.test(word)

const plain = (text: string) => text.toLowerCase().trim()
/** What people put between syllables is left out. */
const letters = (text: string) => plain(text).replace(/[\s'’-]/g, '')

/** Whether any of it holds what is typed, or is said so. */
export function holds({ words, spelled }: Said, typed: string): boolean {
  const wanted = plain(typed)
  if (!wanted) return false
  return words.some((word) => plain(word).includes(wanted)) || isSaid(spelled, wanted)
}

const isSaid = (spelled: string, typed: string) =>
  /^[a-z][a-z0-9\s'’-]*$/.test(typed) && spelled.includes(` ${letters(typed)}`)

/** What stands for an action on its own, and behind it or before it what it is to be done with; null where it is another's. */
export function restBehind(said: Said, typed: string): string | null {
  const wanted = plain(typed)
  if (begins(said, wanted)) return ''
  const whole = said.words.map(plain).sort((a, b) => b.length - a.length)
  for (const word of whole) {
    if (wanted.startsWith(word) && (isChinese(word) || wanted[word.length] === ' '))
      return wanted.slice(word.length).trim()
    if (wanted.endsWith(` ${word}`)) return wanted.slice(0, -word.length).trim()
  }
  const [first = '', ...behind] = wanted.split(/\s+/)
  const last = behind.at(-1)
  if (behind.length && begins(said, first)) return behind.join(' ')
  if (last && begins(said, last)) return wanted.slice(0, -last.length).trim()
  return null
}

/** So little of a word begins too many. */
const LEAST = 3
const LEAST_SAID = 2

const begins = ({ words, spelled }: Said, typed: string): boolean =>
  ((typed.length >= LEAST || isChinese(typed)) && words.some((word) => plain(word).startsWith(typed))) ||
  (typed.length >= LEAST_SAID && isSaid(spelled, typed))
