import { useTranslation } from 'react-i18next'
import { BulkCommands } from './bulk-commands.tsx'

interface Props {
  ids: readonly number[]
  onDone: () => void
  onClose: () => void
}

/** Gives a command to the piles that are selected in the list. */
export function BulkDialog({ ids, onDone, onClose }: Props) {
  const { t } = useTranslation('campaigns')
  return <BulkCommands title={t('many.title', { count: ids.length })} piles={{ ids }} {...{ onDone, onClose }} />
}
