import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type PileCommand, permissionTo } from '../../../shared/commands/declare.ts'
import { everyOffered } from '../../../shared/commands/index.ts'
import { useMay } from '../../kit/session/can.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { useOnline } from '../../offline/use-online.ts'
import { CommandButtons, CommandInputs, useCommandForm, useUnlisted } from '../command-form.tsx'
import { useCommandWords, useGive } from '../commands.ts'
import { commandsFor, guns } from '../connector-state.ts'
import { Part } from './command-card.tsx'
import { isConnected, type PileView, pileOf } from './pile.ts'
import { PileState } from './pile-state.tsx'

interface Props {
  view: PileView
  command: PileCommand
  onClose: () => void
}

/** The gun that it would be given to as they are now; 0 is the whole pile. */
function firstPlace({ view: { connectors }, command }: Props): number {
  if (command.about !== 'gun') return 0
  const all = guns(connectors)
  return (all.find((connector) => commandsFor(connector).includes(command)) ?? all[0])?.number ?? 0
}

/** Why it cannot be given to this pile now; null where it can. */
function useObstacle({ view, command }: Props): string | null {
  const { t } = useTranslation(['piles', 'common'])
  const unlisted = useUnlisted(command)
  if (!useOnline()) return t('common:failure.needs_network')
  if (!isConnected(pileOf(view))) return t('command.not_connected')
  if (!view.commands.includes(command.name)) return t('command.not_spoken')
  return unlisted
}

function Asked(props: Props) {
  const { view, command, onClose } = props
  const { t } = useTranslation('common')
  const words = useCommandWords(command)
  const [place, setPlace] = useState(() => firstPlace(props))
  const pile = pileOf(view)
  const { id, station_number } = pile
  const give = useGive(id, command)
  const { about } = command
  const said = about === 'pile' || (about === 'any' && place === 0) ? undefined : place
  const form = useCommandForm(command, (draft) => give(draft, said))
  const obstacle = useObstacle(props)
  const foot = (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      {obstacle === null && <CommandButtons command={command} form={form} primary onTaken={onClose} />}
    </>
  )
  return (
    <Dialog small title={`${words.name} · ${station_number}`} onClose={onClose} foot={foot}>
      <p className="row between">
        <span>{pile.site?.title}</span>
        <PileState pile={pile} />
      </p>
      {obstacle === null ? (
        <>
          <CommandInputs command={command} form={form} />
          {about !== 'pile' && <Part view={view} part={place} whole={about !== 'gun'} onChange={setPlace} />}
        </>
      ) : (
        <p>{obstacle}</p>
      )}
    </Dialog>
  )
}

/** The command that the address names (`?do=reset`), as the search leads to it: its form over the pile's page, for who may give it. */
export function AskedCommand({ view }: { view: PileView }) {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const command = everyOffered.find(({ name, elsewhere }) => name === params.get('do') && !elsewhere)
  if (!command || !may(permissionTo(command))) return null
  const close = () =>
    setParams(
      (all) => {
        all.delete('do')
        return all
      },
      { replace: true },
    )
  return <Asked key={command.name} view={view} command={command} onClose={close} />
}
