import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PileCommand } from '../../../shared/commands/declare.ts'
import { Card } from '../../kit/ui/card.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Select } from '../../kit/ui/select.tsx'
import { CommandButtons, CommandInputs, useCommandForm } from '../command-form.tsx'
import { useCommandWords, useGive } from '../commands.ts'
import { guns } from '../connector-state.ts'
import css from './command-panel.module.css'
import { type PileView, pileOf } from './pile.ts'

interface PartProps {
  view: PileView
  part: number
  /** All of it is offered as well. */
  whole?: boolean
  onChange: (part: number) => void
}

/** Which part of the pile a command means: 0 is all of it. */
export function Part({ view, part, whole = true, onChange }: PartProps) {
  const { t } = useTranslation('piles')
  const options = [
    ...(whole ? [{ key: 0, label: t('command.whole_pile') }] : []),
    ...guns(view.connectors).map(({ number }) => ({ key: number, label: t('gun', { number }) })),
  ]
  return (
    <Labelled label={t('command.choose_connector')}>
      {({ id }) => (
        <Select
          id={id}
          label={t('command.choose_connector')}
          options={options}
          value={options.find(({ key }) => key === part) ?? null}
          onChange={(option) => onChange(option?.key ?? 0)}
        />
      )}
    </Labelled>
  )
}

/** One command of a pile: what is said with it, and its buttons. */
export function CommandCard({ view, command }: { view: PileView; command: PileCommand }) {
  const { t } = useTranslation('piles')
  const words = useCommandWords(command)
  const [part, setPart] = useState(0)
  const give = useGive(pileOf(view).id, command)
  const { about } = command
  const place = about === 'part' ? part : (about === 'any' && part) || undefined
  const form = useCommandForm(command, (said) => give(said, place))
  return (
    <Card title={words.name}>
      <CommandInputs command={command} form={form} />
      {about !== 'pile' && <Part view={view} part={part} onChange={setPart} />}
      <div className={css.buttons}>
        <CommandButtons command={command} form={form} word={t('command.send')} />
      </div>
    </Card>
  )
}
