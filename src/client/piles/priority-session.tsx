import { useTranslation } from 'react-i18next'
import { permissionTo } from '../../shared/commands/declare.ts'
import { priority } from '../../shared/commands/priority.ts'
import { Can } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { useCommandWords, useGiveOnce } from './commands.ts'

interface Props {
  orderId: number
  pileId: number
  connectorNumber: number
  /** When it began to charge with priority, as it is said; null: it does not. */
  since: string | null
}

/** Has the session of an order charge with priority, or no more. */
export function PrioritySession({ orderId, pileId, connectorNumber, since }: Props) {
  const { t } = useTranslation('piles')
  const words = useCommandWords(priority)
  const { press, busy } = useGiveOnce(pileId, priority)
  const next = since === null ? 'on' : 'off'
  return (
    <div className="row between wraps">
      <span>{since === null ? t('session.own_limits') : t('session.priority_since', { at: since })}</span>
      <Can permission={permissionTo(priority)}>
        <Button icon="bolt" busy={busy} onClick={() => void press({ order_id: orderId, turn: next }, connectorNumber)}>
          {words.button(next)}
        </Button>
      </Can>
    </div>
  )
}
