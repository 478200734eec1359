import { useFormat } from './use-format.ts'
import { useNow } from './use-now.ts'

/** How long ago, renewed every minute; the whole moment in its title, once a pointer is over it. */
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
