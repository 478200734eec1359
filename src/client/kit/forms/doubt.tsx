import { Icon } from '../ui/icon.tsx'
import css from './form.module.css'

/** Questions what is entered and takes it all the same. */
export function Doubt({ text }: { text: string }) {
  return (
    <div className={css.doubt} role="status">
      <Icon name="warning" size={14} />
      <span>{text}</span>
    </div>
  )
}
