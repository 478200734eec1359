import { useTranslation } from 'react-i18next'
import { priority } from '../../shared/commands/priority.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { useCommandWords, useGiveOnce } from './commands.ts'

interface Props {
  order: { id: number; number: string; pile_id: number; connector_number: number; priority_since: string | null }
  onClose: () => void
}

/** The same from a list, where what it means is not beside the button. */
export function PriorityDialog({ order, onClose }: Props) {
  const { t } = useTranslation(['piles', 'common'])
  const words = useCommandWords(priority)
  const { press, busy } = useGiveOnce(order.pile_id, priority)
  const next = order.priority_since === null ? 'on' : 'off'
  async function give() {
    await press({ order_id: order.id, turn: next }, order.connector_number)
    onClose()
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" icon="bolt" busy={busy} onClick={() => void give()}>
        {words.button(next)}
      </Button>
    </>
  )
  return (
    <Dialog
      small
      title={`${words.name} · ${t('order_number', { number: order.number })}`}
      onClose={onClose}
      foot={foot}
    >
      <p>{t(next === 'on' ? 'session.priority_text' : 'session.priority_ends')}</p>
    </Dialog>
  )
}
