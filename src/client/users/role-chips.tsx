import { EMPTY } from '../kit/i18n/format.ts'
import type { ListedUser } from './listed-user.ts'
import css from './users.module.css'

export function RoleChips({ user: { roles } }: { user: ListedUser }) {
  if (roles.length === 0) return EMPTY
  return (
    <span className={css.chips}>
      {roles.map(({ id, title }) => (
        <span key={id} className={css.chip}>
          {title}
        </span>
      ))}
    </span>
  )
}
