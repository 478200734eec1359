import { useTranslation } from 'react-i18next'
import type { Use } from '../../../../shared/kit/uses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { UseList } from './uses.tsx'

export interface InUse {
  title: string
  uses: Use[]
}

/** What still uses a record that was to be deleted. */
export function UsesDialog({ title, uses, onClose }: InUse & { onClose: () => void }) {
  const { t } = useTranslation('common')
  return (
    <Dialog
      small
      title={t('remove.in_use_title')}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('remove.understood')}</Button>}
    >
      <p>{t('remove.in_use_text', { title })}</p>
      <UseList uses={uses} onOpen={onClose} />
    </Dialog>
  )
}
