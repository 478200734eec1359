export const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** The words of a rich text alone, for a line of a list. */
export const wordsOf = (html: string): string => {
  const body = parse(html)
  for (const block of body.querySelectorAll('p, h2, h3, li, br, blockquote, pre')) block.append(' ')
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}
