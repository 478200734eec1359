import { useFormat } from './use-format.ts'
import { useNow } from './use-now.ts'

/** How long ago, renewed every minute; the whole moment in its title, which is written when a pointer is there to read it. */
export function Ago({ at }: { at: string }) {
  const format = useFormat()
  const now = useNow()
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = format.full(at)
      }}
    >
      {format.ago(at, now)}
    </time>
  )
}
