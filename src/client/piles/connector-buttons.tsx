import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PileCommand } from '../../shared/commands/declare.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { canGoNow } from '../kit/api/now-only.ts'
import { Button } from '../kit/ui/button.tsx'
import { lazyDialog } from '../kit/ui/lazy-part.tsx'
import { useCommandWords, useGiveOnce } from './commands.ts'
import { commandsFor } from './connector-state.ts'
import { useMayAsk } from './use-may-ask.ts'

const CommandDialog = lazyDialog(() =>
  import('./command-dialog.tsx').then((module) => ({ default: module.CommandDialog })),
)

interface Props {
  pileId: number
  connector: ConnectorNow
  /** What the pile can be asked for in the version that it speaks. */
  commands: readonly string[]
  /** One word on each, where there is little room. */
  short?: boolean
  /** Says of which gun it is, where that is not plain from what stands around it. */
  named?: boolean
}

/** What has to be known before it can be given. */
const asks = ({ fields }: PileCommand) => Object.values(fields).some(({ optional }) => !optional)

function GunButton({ pileId, connector, short, named, command }: Props & { command: PileCommand }) {
  const { t } = useTranslation('piles')
  const words = useCommandWords(command)
  const giving = useGiveOnce(pileId, command)
  const [asking, setAsking] = useState(false)
  const { number } = connector

  const label = `${words.name}, ${t('gun', { number })}`
  const press = () => (asks(command) ? setAsking(canGoNow()) : void giving.press({}, number))

  return (
    <>
      <Button danger={command.danger === true && !short} busy={giving.busy} onClick={press} aria-label={label}>
        {named ? label : short ? words.short : words.name}
      </Button>
      {asking && (
        <CommandDialog command={command} pileId={pileId} connectorNumber={number} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

/** What a person would do with a connector as it is now, and may. */
export function ConnectorButtons(props: Props) {
  const mayAsk = useMayAsk(props.commands)
  return commandsFor(props.connector)
    .filter(mayAsk)
    .map((command) => <GunButton key={command.name} {...props} command={command} />)
}
