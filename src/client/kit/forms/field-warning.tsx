import { Icon } from '../ui/icon.tsx'
import css from './form.module.css'

/** Questions what is entered and takes it all the same. */
export function FieldWarning({ text }: { text: string }) {
  return (
    <div className={css.warning} role="status">
      <Icon name="warning" size={14} />
      <span>{text}</span>
    </div>
  )
}
