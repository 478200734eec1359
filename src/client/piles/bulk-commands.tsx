import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PileCommand, permissionTo } from '../../shared/commands/declare.ts'
import { forMany } from '../../shared/commands/many.ts'
import { command as commandEntity } from '../../shared/entities/command.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import { CommandButtons, CommandInputs, useCommandForm } from './command-form.tsx'
import { type ChosenPiles, useGiveMany } from './commands.ts'
import { forManyPiles } from './offered-commands.ts'

interface Props {
  piles: ChosenPiles
  /** It was given. */
  onDone: () => void
}

function One({ command, piles, onDone }: { command: PileCommand } & Props) {
  const { t } = useTranslation('piles')
  const form = useCommandForm(command, useGiveMany(piles, command))
  return (
    <>
      <CommandInputs command={command} form={form} />
      <div className="row">
        <CommandButtons command={command} form={form} word={t('command.send')} onTaken={onDone} />
      </div>
    </>
  )
}

/** Chooses a command for many piles, with the care that it is given with. */
export function BulkCommands({ piles, onDone }: Props) {
  const { t } = useTranslation('piles')
  const may = useMay()
  const words = useWords(commandEntity)
  const open = forManyPiles.filter((command) => may(permissionTo(command))).map(forMany)
  const options = open.map(({ name }) => ({ key: name, label: words.choice('action', name) }))
  const [name, setName] = useState(options[0]?.key)
  const command = open.find((each) => each.name === name)
  return (
    <>
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
      {command && <One key={name} command={command} piles={piles} onDone={onDone} />}
    </>
  )
}
