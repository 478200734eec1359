import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Can } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { useCommands } from './commands.ts'
import { LastCommand } from './page/last-command.tsx'

interface Props {
  orderId: number
  pileId: number
  connectorNumber: number
}

/** Stops the session of an order from afar, and says how the pile took it and what has become of it. */
export function StopSession({ orderId, pileId, connectorNumber }: Props) {
  const { t } = useTranslation('piles')
  const commands = useCommands(pileId)
  const [busy, setBusy] = useState(false)
  async function stop() {
    setBusy(true)
    await commands.stop(connectorNumber, orderId)
    setBusy(false)
  }
  return (
    <>
      <div className="row between">
        <span>{t('session.runs')}</span>
        <Can permission="pile.stop">
          <Button danger icon="stop" busy={busy} onClick={() => void stop()}>
            {t('command.stop')}
          </Button>
        </Can>
      </div>
      <LastCommand pileId={pileId} connectorNumber={connectorNumber} />
    </>
  )
}
