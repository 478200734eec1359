import css from './refused-list.module.css'

/** Why something could not be done with one of several records. */
export interface Refused {
  id: number
  title: string
  reason: string
  /** Someone changed it since it was read: the version that it has by now. */
  changed?: { version: number }
}

export function RefusedList({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null
  return (
    <ul className={css.list}>
      {refused.map(({ id, title, reason }) => (
        <li key={id}>
          <b>{title}</b> {reason}
        </li>
      ))}
    </ul>
  )
}
