import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { topUp } from '../../shared/endpoints/customers.ts'
import type { Customer } from '../../shared/entities/customer.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { invalidate } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { TextArea } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { toast } from '../kit/ui/toast.ts'
import { AmountField } from './amount-field.tsx'
import { BalanceFacts } from './balance-facts.tsx'
import { BALANCE } from './changes.ts'
import css from './customers.module.css'
import { useEnteredWords, useSecondPerson } from './use-second-person.tsx'

/** ¥ 50, 100, 200 and 500: what people pay over the counter. */
const USUAL_CENTS = [5_000, 10_000, 20_000, 50_000]

/** The amount, and sending it. The key stays while the server is silent: however often it is pressed, it is paid in once. */
function useTopUp(customer: Customer, onClose: () => void) {
  const { t } = useTranslation(['customers', 'errors'])
  const wordsFor = useEnteredWords('topped_up')
  const key = useRef(newKey())
  const [amount, setAmount] = useState<number | string | null>(null)
  const [remark, setRemark] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  function change(next: number | string | null) {
    setAmount(next)
    setError('')
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    if (amount === null) return setError(t('errors:required'))
    if (typeof amount !== 'number') return setError(t('errors:not_a_number'))
    setBusy(true)
    try {
      const entered = await call(
        topUp,
        { id: customer.id, amount_cents: amount, remark: remark.trim() || null },
        { key: key.current },
      )
      toast(wordsFor(entered), { tone: 'success' })
      for (const entity of BALANCE) void invalidate(entity)
      onClose()
    } catch (failed) {
      const failure = asFailure(failed)
      if (failure.kind !== 'silent') key.current = newKey()
      setError(failure.fields.amount_cents ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return { amount, change, remark, setRemark, error, busy, send }
}

/** Pays an amount into a customer's balance. */
export function TopUpDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation(['customers', 'common'])
  const format = useFormat()
  const id = useId()
  const { amount, change, remark, setRemark, error, busy, send } = useTopUp(customer, onClose)
  const { needed, notice } = useSecondPerson(customer.id, typeof amount === 'number' ? amount : 0)
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button type="submit" form={id} look="primary" busy={busy}>
        {needed ? t('second_person.ask') : t('top_up')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('top_up_title', { account: customer.name ?? customer.account })} onClose={onClose} foot={foot}>
      <form id={id} className={css.form} onSubmit={send} noValidate>
        <AmountField label={t('amount')} error={error} value={amount} onChange={change} />
        <div className={css.usual}>
          {USUAL_CENTS.map((cents) => (
            <Button key={cents} onClick={() => change(cents)}>
              {format.money(cents)}
            </Button>
          ))}
        </div>
        <Labelled label={t('remark')} hint={t('remark_hint')}>
          {({ invalid, ...control }) => (
            <TextArea
              {...control}
              invalid={invalid}
              maxLength={500}
              value={remark}
              onChange={(event) => setRemark(event.target.value)}
            />
          )}
        </Labelled>
        {notice}
        <BalanceFacts customer={customer} cents={typeof amount === 'number' ? amount : 0} agreed={needed} />
      </form>
    </Dialog>
  )
}
