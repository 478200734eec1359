import { EMPTY } from '../kit/i18n/format.ts'
import { useSampleWords } from '../kit/i18n/sample-words.ts'
import type { ListedUser } from './listed-user.ts'
import css from './users.module.css'

export function RoleChips({ user: { roles } }: { user: ListedUser }) {
  const samples = useSampleWords()
  if (roles.length === 0) return EMPTY
  return (
    <span className={css.chips}>
      {roles.map(({ id, title }) => (
        <span key={id} className={css.chip}>
          {samples.name(title)}
        </span>
      ))}
    </span>
  )
}
