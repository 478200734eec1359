import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PileCommand, permissionTo } from '../../shared/commands/declare.ts'
import { command as commandEntity } from '../../shared/entities/command.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import { CommandButtons, CommandInputs, useCommandForm } from './command-form.tsx'
import { forManyPiles, useGiveMany } from './commands.ts'

interface Props {
  ids: readonly number[]
  /** It was given. */
  onDone: () => void
  onClose: () => void
}

function One({ command, ids, onDone }: { command: PileCommand } & Pick<Props, 'ids' | 'onDone'>) {
  const { t } = useTranslation('piles')
  const form = useCommandForm(command, useGiveMany(ids, command))
  return (
    <>
      <CommandInputs command={command} form={form} />
      <div className="row">
        <CommandButtons command={command} form={form} word={t('command.send')} onTaken={onDone} />
      </div>
    </>
  )
}

/** Gives a command to the piles that are selected in the list. */
export function BulkCommands({ ids, onDone, onClose }: Props) {
  const { t } = useTranslation(['piles', 'common'])
  const may = useMay()
  const words = useWords(commandEntity)
  const open = forManyPiles.filter((command) => may(permissionTo(command)))
  const options = open.map(({ name }) => ({ key: name, label: words.choice('action', name) }))
  const [name, setName] = useState(options[0]?.key)
  const command = open.find((each) => each.name === name)
  return (
    <Dialog
      small
      title={t('many.title', { count: ids.length })}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('common:action.cancel')}</Button>}
    >
      <p>{t('many.whole')}</p>
      <Labelled label={words.label('action')}>
        {({ id }) => (
          <Select
            id={id}
            label={words.label('action')}
            options={options}
            value={options.find(({ key }) => key === name) ?? null}
            onChange={(option) => option && setName(option.key)}
          />
        )}
      </Labelled>
      {command && <One key={name} command={command} ids={ids} onDone={onDone} />}
    </Dialog>
  )
}
