import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type PileCommand, permissionTo } from '../../shared/commands/declare.ts'
import { forMany } from '../../shared/commands/many.ts'
import { command as commandEntity } from '../../shared/entities/command.ts'
import { CampaignRules } from '../kit/forms/campaign-rules.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Select } from '../kit/ui/select.tsx'
import css from './bulk-commands.module.css'
import { CommandButtons, CommandInputs, useCommandForm } from './command-form.tsx'
import { type ChosenPiles, useGiveMany } from './commands.ts'
import { forManyPiles } from './offered-commands.ts'

interface OneProps {
  command: PileCommand
  piles: ChosenPiles
  /** Where the dialog's buttons stand; null until they do. */
  foot: HTMLElement | null
  /** It was given. */
  onDone: () => void
}

function One({ command, piles, foot, onDone }: OneProps) {
  const { t } = useTranslation('piles')
  const many = forMany(command)
  const form = useCommandForm(many, useGiveMany(piles, many))
  return (
    <>
      <CommandInputs command={command} form={form} />
      <CampaignRules draft={form.draft} errors={form.errors} onChange={form.change} />
      {foot &&
        createPortal(
          <CommandButtons command={many} form={form} word={t('command.send')} primary onTaken={onDone} />,
          foot,
        )}
    </>
  )
}

interface Props {
  title: string
  piles: ChosenPiles
  /** Above the command: which piles they are. */
  children?: ReactNode
  /** It was given. */
  onDone: () => void
  onClose: () => void
}

/** Chooses a command for many piles, with the care that it is given with. */
export function BulkCommands({ title, piles, children, onDone, onClose }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const may = useMay()
  const words = useWords(commandEntity)
  const open = forManyPiles.filter((command) => may(permissionTo(command)))
  const options = open.map(({ name }) => ({ key: name, label: words.choice('action', name) }))
  // None at first: a person who presses on without looking would unlock every gun.
  const [name, setName] = useState<(typeof options)[number]['key'] | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const command = open.find((each) => each.name === name)
  const buttons = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <span className={css.foot} ref={setFoot} />
    </>
  )
  return (
    <Dialog small title={title} onClose={onClose} foot={buttons}>
      {children}
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
      {command && <One key={name} {...{ command, piles, foot, onDone }} />}
    </Dialog>
  )
}
