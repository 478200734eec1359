import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import css from './keys-help.module.css'

interface Props {
  selects: boolean
  expands: boolean
  onClose: () => void
}

/** What the keys of a list do. */
export function KeyList({ selects, expands }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation('common')
  const keys: [string[], string][] = [
    [['j', 'k', '↓', '↑'], 'keys.rows'],
    [['→', '←'], expands ? 'keys.unfold' : 'keys.cells'],
    [['Enter'], 'keys.open'],
    ...(selects ? [[['x'], 'keys.select'] as [string[], string]] : []),
    [['Ctrl C'], 'keys.copy'],
    [['/'], 'keys.search'],
    [['?'], 'keys.help'],
  ]
  return (
    <dl className={css.keys}>
      {keys.map(([names, text]) => (
        <div key={text}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same over a list, asked for with ?. */
export function KeysHelp({ onClose, ...list }: Props) {
  const { t } = useTranslation('common')
  return (
    <Dialog
      small
      title={t('keys.title')}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <KeyList {...list} />
    </Dialog>
  )
}
