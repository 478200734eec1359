import { useTranslation } from 'react-i18next'
import type { PileCommand } from '../../shared/commands/declare.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { CommandButtons, CommandInputs, useCommandForm, useUnlisted } from './command-form.tsx'
import { useCommandWords, useGive } from './commands.ts'

interface Props {
  command: PileCommand
  pileId: number
  connectorNumber: number
  onClose: () => void
}

/** Asks for what a command of a gun needs to know, such as the customer who pays for a charge, and gives it. */
export function CommandDialog({ command, pileId, connectorNumber, onClose }: Props) {
  const { t } = useTranslation(['piles', 'common'])
  const words = useCommandWords(command)
  const give = useGive(pileId, command)
  const form = useCommandForm(command, (said) => give(said, connectorNumber))
  const unlisted = useUnlisted(command)
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      {unlisted === null && <CommandButtons command={command} form={form} primary onTaken={onClose} />}
    </>
  )
  return (
    <Dialog small title={`${words.name} · ${t('gun', { number: connectorNumber })}`} onClose={onClose} foot={foot}>
      {unlisted === null ? <CommandInputs command={command} form={form} /> : <p>{unlisted}</p>}
    </Dialog>
  )
}
