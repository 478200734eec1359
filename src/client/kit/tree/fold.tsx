import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon.tsx'
import css from './fold.module.css'

interface Props {
  /** What people call the branch. */
  name: string
  /** Whether anything lies in it; where nothing does, only the place is kept. */
  full: boolean
  open: boolean
  /** It stays open while something is looked for. */
  locked: boolean
  onToggle: () => void
}

/** Folds and unfolds what lies in a branch. */
export function Fold({ name, full, open, locked, onToggle }: Props) {
  const { t } = useTranslation(['common', 'controls'])
  if (!full) return <span className={css.fold} />
  return (
    <button
      type="button"
      className={css.fold}
      aria-expanded={open}
      aria-label={t(open ? 'controls:tree.fold' : 'controls:tree.unfold', { name })}
      disabled={locked}
      onClick={onToggle}
    >
      <Icon name={open ? 'down' : 'right'} size={14} />
    </button>
  )
}
