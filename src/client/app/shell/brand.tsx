import { Icon } from '../../kit/ui/icon.tsx'
import css from './side-menu.module.css'

export function Mark() {
  return (
    <span className={css.mark}>
      <Icon name="bolt" size={16} />
    </span>
  )
}
