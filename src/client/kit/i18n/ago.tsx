import { useFormat } from './use-format.ts'
import { useNow } from './use-now.ts'

/** How long ago, renewed every minute; the whole moment in its title. */
export function Ago({ at }: { at: string }) {
  const format = useFormat()
  const now = useNow()
  return (
    <time dateTime={at} title={format.full(at)}>
      {format.ago(at, now)}
    </time>
  )
}
