import { permissionOf } from '../../shared/kit/entity.ts'
import { useTitles } from '../kit/fields/reference.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'

/** As many as are read; of more the number tells. */
const MOST = 20

interface Props {
  /** The entity that they are of. */
  to: string
  ids: readonly number[]
  /** Those of the other side of the change. */
  others: readonly number[]
  /** Which side this is: what it has alone was taken away, or came. */
  side: 'before' | 'after'
}

/** How many records they were, and by name those that the other side has not. */
export function LoggedReferences({ to, ids, others, side }: Props) {
  const format = useFormat()
  const may = useMay()(permissionOf({ name: to }, 'list'))
  const own = ids.filter((id) => !others.includes(id))
  const titles = useTitles(to, may ? own.slice(0, MOST) : [])
  const named = titles.map(({ title }) => title).join(', ')
  return (
    <>
      {format.number(ids.length)}
      {named && ` (${side === 'before' ? '−' : '+'} ${named}${own.length > MOST ? ', …' : ''})`}
    </>
  )
}
