import { useTranslation } from 'react-i18next'
import { permissionTo } from '../../shared/commands/declare.ts'
import { stop } from '../../shared/commands/stop.ts'
import { Can } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { useCommandWords, useGiveOnce } from './commands.ts'
import { LastCommand } from './page/last-command.tsx'

interface Props {
  orderId: number
  pileId: number
  connectorNumber: number
}

/** Stops the session of an order from afar, and says how the pile took it and what has become of it. */
export function StopSession({ orderId, pileId, connectorNumber }: Props) {
  const { t } = useTranslation('piles')
  const words = useCommandWords(stop)
  const { press, busy } = useGiveOnce(pileId, stop)
  return (
    <>
      <div className="row between wraps">
        <span>{t('session.runs')}</span>
        <Can permission={permissionTo(stop)}>
          <Button danger icon="stop" busy={busy} onClick={() => void press({ order_id: orderId }, connectorNumber)}>
            {words.name}
          </Button>
        </Can>
      </div>
      <LastCommand pileId={pileId} connectorNumber={connectorNumber} />
    </>
  )
}
