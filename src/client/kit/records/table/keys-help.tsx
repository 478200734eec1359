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
  const { t } = useTranslation(['common', 'controls'])
  const keys: [string[], string][] = [
    [['j', 'k', '↓', '↑'], 'controls:keys.rows'],
    [['→', '←'], expands ? 'controls:keys.unfold' : 'controls:keys.cells'],
    [['Enter'], 'controls:keys.open'],
    ...(selects ? [[['x'], 'controls:keys.select'] as [string[], string]] : []),
    [['Ctrl C'], 'controls:keys.copy'],
    [['/'], 'controls:keys.search'],
    [['?'], 'controls:keys.help'],
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
  const { t } = useTranslation(['common', 'controls'])
  return (
    <Dialog
      small
      title={t('controls:keys.title')}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <KeyList {...list} />
    </Dialog>
  )
}
