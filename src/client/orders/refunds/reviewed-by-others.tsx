import { useTranslation } from 'react-i18next'
import type { Refund } from '../../../shared/entities/refund.ts'
import { useMay } from '../../kit/session/can.tsx'

/** Why someone who reviews refunds is not offered to review this one. */
export function ReviewedByOthers({ refund }: { refund: Refund & { own?: boolean; mine?: boolean } }) {
  const { t } = useTranslation('orders')
  const may = useMay()
  if (!refund.own || refund.status !== 'unreviewed' || !may('refund.review')) return null
  return <small>{t(refund.mine ? 'refund.not_yours' : 'refund.tied')}</small>
}
