import { useTranslation } from 'react-i18next'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { BulkCommands } from './bulk-commands.tsx'

interface Props {
  ids: readonly number[]
  onDone: () => void
  onClose: () => void
}

/** Gives a command to the piles that are selected in the list. */
export function BulkDialog({ ids, onDone, onClose }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const foot = <Button onClick={onClose}>{t('common:action.cancel')}</Button>
  return (
    <Dialog small title={t('many.title', { count: ids.length })} onClose={onClose} foot={foot}>
      <BulkCommands piles={{ ids }} onDone={onDone} />
    </Dialog>
  )
}
