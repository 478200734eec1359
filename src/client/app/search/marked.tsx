interface Props {
  text: string
  typed: string
  /** Marked where what was typed does not stand in the text: the characters that are said so. */
  said?: string | null | undefined
}

/** A text with what was typed marked in it, wherever it stands first. */
export function Marked({ text, typed, said }: Props) {
  const [from, to] = placeIn(text, typed) ?? placeIn(text, said ?? '') ?? [0, 0]
  if (to === 0) return text
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}

function placeIn(text: string, part: string): [from: number, to: number] | null {
  const at = part ? text.toLowerCase().indexOf(part.toLowerCase()) : -1
  return at < 0 ? null : [at, at + part.length]
}
