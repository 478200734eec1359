const LINKS = [
  { found: /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)，。；：！？）]/, to: (text: string) => text },
  { found: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/, to: (text: string) => `mailto:${text}` },
  // International, or as Chinese numbers are written: 021-61234567, 13800138000, 400-820-8820, 95598.
  {
    found: /(?<![\d-])(?:\+\d[\d -]{6,16}\d|0\d{2,3}-?\d{7,8}|1[3-9]\d{9}|400-?\d{3}-?\d{4}|95\d{3})(?![\d-])/,
    to: (text: string) => `tel:${text.replace(/[ -]/g, '')}`,
  },
]
const ANY = new RegExp(LINKS.map(({ found }) => `(${found.source})`).join('|'), 'g')

interface Part {
  text: string
  /** Where it leads; null of plain words. */
  to: string | null
}

/** A text as people write it, its addresses, mails and telephone numbers told apart. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(ANY)) {
    const kind = LINKS.findIndex((_, at) => match[at + 1] !== undefined)
    if (match.index > end) parts.push({ text: text.slice(end, match.index), to: null })
    parts.push({ text: match[0], to: LINKS[kind]?.to(match[0]) ?? null })
    end = match.index + match[0].length
  }
  return end < text.length ? [...parts, { text: text.slice(end), to: null }] : parts
}

/** A text in which a number is called, and an address opened, by a press. */
export const LinkedText = ({ text }: { text: string }) =>
  partsOf(text).map(({ text: part, to }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
    if (!to) return <span key={at}>{part}</span>
    const opens = to.startsWith('http') && ({ target: '_blank', rel: 'noreferrer' } as const)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
      <a key={at} href={to} {...opens}>
        {part}
      </a>
    )
  })
