import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { lazy } from '../kit/ui/lazy.ts'
import { useCommands } from './commands.ts'
import { type ConnectorCommand, commandsFor } from './connector-state.ts'

const StartDialog = lazy(() => import('./start-dialog.tsx').then((module) => ({ default: module.StartDialog })))

const PERMISSIONS: Record<ConnectorCommand, string> = { start: 'pile.start', stop: 'pile.stop', unlock: 'pile.unlock' }

interface Props {
  pileId: number
  connector: ConnectorNow
  /** One word on each, where there is little room. */
  short?: boolean
}

/** What a person would do with a connector as it is now, and may. */
export function ConnectorButtons({ pileId, connector, short }: Props) {
  const { t } = useTranslation('piles')
  const may = useMay()
  const commands = useCommands(pileId)
  const [busy, setBusy] = useState<ConnectorCommand | null>(null)
  const [starting, setStarting] = useState(false)

  async function press(command: ConnectorCommand) {
    if (command === 'start') return setStarting(true)
    setBusy(command)
    await commands[command](connector.number)
    setBusy(null)
  }

  return (
    <>
      {commandsFor(connector)
        .filter((command) => may(PERMISSIONS[command]))
        .map((command) => (
          <Button
            key={command}
            danger={command === 'stop' && !short}
            busy={busy === command}
            onClick={() => void press(command)}
            aria-label={`${t(`command.${command}`)}, ${t('gun', { number: connector.number })}`}
          >
            {t(short ? `command.short.${command}` : `command.${command}`)}
          </Button>
        ))}
      {starting && (
        <Suspense fallback={null}>
          <StartDialog pileId={pileId} connectorNumber={connector.number} onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </>
  )
}
