import { useTranslation } from 'react-i18next'
import type { orderDetail } from '../../shared/endpoints/orders.ts'
import { type Payment, payment as paymentEntity } from '../../shared/entities/payment.ts'
import { type Refund, refund as refundEntity } from '../../shared/entities/refund.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { type Action, Actions } from '../kit/ui/actions.tsx'
import { Card } from '../kit/ui/card.tsx'
import css from './money-card.module.css'
import { ReviewedByOthers } from './refunds/reviewed-by-others.tsx'
import { useRefundActions } from './refunds/use-refund-actions.tsx'

function RefundLine({ refund, actions }: { refund: Refund & { own?: boolean }; actions: readonly Action[] }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useWords(refundEntity)
  const facts = [
    refund.number,
    words.choice('way', refund.way),
    refund.reference,
    t('refund.by_at', { by: refund.asked_by, at: format.moment(refund.created_at) }),
  ]
  return (
    <li>
      <div className="row between">
        <b>{format.money(refund.amount_cents)}</b>
        <StatusPill entity={refundEntity} value={refund.status} />
      </div>
      <small>{facts.filter(Boolean).join(' · ')}</small>
      <small>{refund.failure ?? refund.reason}</small>
      <ReviewedByOthers refund={refund} />
      {actions.length > 0 && (
        <div className={css.actions}>
          <Actions inline actions={actions} />
        </div>
      )}
    </li>
  )
}

function PaymentLine({ payment }: { payment: Payment }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useWords(paymentEntity)
  const by = t('refund.by_at', { by: payment.entered_by, at: format.moment(payment.created_at) })
  return (
    <li>
      <div className="row between">
        <b>{format.money(payment.amount_cents)}</b>
        <span>{words.choice('way', payment.way)}</span>
      </div>
      <small>{[payment.reference, by].join(' · ')}</small>
      {payment.remark && <small>{payment.remark}</small>}
    </li>
  )
}

/** What was collected for an order by hand, and what went back or is on its way. */
export function MoneyCard({ detail }: { detail: Data<typeof orderDetail> }) {
  const { t } = useTranslation('orders')
  const { actionsOf, dialog } = useRefundActions()
  const refunds = detail.refunds as unknown as Refund[]
  const payments = detail.payments as unknown as Payment[]
  return (
    <>
      {refunds.length > 0 && (
        <Card title={t('page.refunds')}>
          <ul className={css.list}>
            {refunds.map((refund) => (
              <RefundLine key={refund.id} refund={refund} actions={actionsOf(refund)} />
            ))}
          </ul>
        </Card>
      )}
      {payments.length > 0 && (
        <Card title={t('page.payments')}>
          <ul className={css.list}>
            {payments.map((payment) => (
              <PaymentLine key={payment.id} payment={payment} />
            ))}
          </ul>
        </Card>
      )}
      {dialog}
    </>
  )
}
