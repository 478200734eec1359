import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PileCommand, permissionTo } from '../../shared/commands/declare.ts'
import { forMany } from '../../shared/commands/many.ts'
import { command as commandEntity } from '../../shared/entities/command.ts'
import { CampaignRules } from '../kit/forms/campaign-rules.tsx'
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
  const many = forMany(command)
  const form = useCommandForm(many, useGiveMany(piles, many))
  return (
    <>
      <CommandInputs command={command} form={form} />
      <CampaignRules draft={form.draft} errors={form.errors} onChange={form.change} />
      <div className="row">
        <CommandButtons command={many} form={form} word={t('command.send')} onTaken={onDone} />
      </div>
    </>
  )
}

/** Chooses a command for many piles, with the care that it is given with. */
export function BulkCommands({ piles, onDone }: Props) {
  const { t } = useTranslation(['piles', 'campaigns'])
  const may = useMay()
  const words = useWords(commandEntity)
  const open = forManyPiles.filter((command) => may(permissionTo(command)))
  const options = open.map(({ name }) => ({ key: name, label: words.choice('action', name) }))
  // None at first: a person who presses on without looking would unlock every gun.
  const [name, setName] = useState<(typeof options)[number]['key'] | null>(null)
  const command = open.find((each) => each.name === name)
  return (
    <>
      <p>{t('campaigns:many.whole')}</p>
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
