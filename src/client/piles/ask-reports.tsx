import { permissionTo } from '../../shared/commands/declare.ts'
import { transactionStatus } from '../../shared/commands/transaction-status.ts'
import { Can } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { useCommandWords, useGiveOnce } from './commands.ts'

/** Asks a pile for reports of an order that are missing; what it says is in the order's history. */
export function AskReports({ orderId, pileId }: { orderId: number; pileId: number }) {
  const words = useCommandWords(transactionStatus)
  const { press, busy } = useGiveOnce(pileId, transactionStatus)
  return (
    <Can permission={permissionTo(transactionStatus)}>
      <Button icon="refresh" busy={busy} onClick={() => void press({ order_id: orderId })}>
        {words.name}
      </Button>
    </Can>
  )
}
