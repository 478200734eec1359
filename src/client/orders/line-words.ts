import { useTranslation } from 'react-i18next'
import type { OrderLine } from '../../shared/endpoints/orders.ts'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'

/** A line of a bill as people read it. */
export interface LineWords {
  key: string
  name: string
  /** 14:52 – 15:00 on the site's clock. */
  span: string
  quantity: string
  /** Electricity a kWh, or occupation an hour. */
  fee: string
  service: string
  amount: string
}

const AMOUNT = ['electricity_cents', 'service_cents', 'occupation_cents'] as const
const amountOf = (line: OrderLine) => AMOUNT.reduce((sum, fee) => sum + line[fee], 0)

/** Says a line in the person's language, its times on the site's clock. */
export function useLineWords(timeZone: string) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const rules = useWords(billingRule)
  const kwh = (wh: number) => `${wh < 0 ? '−' : ''}${format.number(Math.abs(wh) / 1000, 3)}\u00a0kWh`
  const moved = (line: OrderLine): LineWords => ({
    key: `moved/${line.name}`,
    name: t(amountOf(line) < 0 ? 'bill.moved_to' : 'bill.moved_from', { number: line.name }),
    span: '',
    quantity: line.wh ? kwh(line.wh) : '',
    fee: '',
    service: '',
    amount: format.money(amountOf(line), { signed: true }),
  })
  return (line: OrderLine): LineWords => {
    if (line.kind === 'moved') return moved(line)
    const energy = line.kind === 'energy'
    return {
      key: `${line.kind}/${line.from}/${line.rule_id}`,
      name: energy && line.band ? rules.choice('band', line.band) : t('bill.occupation'),
      span: `${format.time(line.from, timeZone)} – ${format.time(line.to, timeZone)}`,
      quantity: energy ? kwh(line.wh) : format.duration(line.seconds),
      fee: energy
        ? format.money(line.electricity_fee)
        : format.money(line.occupation_fee, { unit: t('bill.per_hour') }),
      service: energy ? format.money(line.service_fee) : '',
      amount: format.money(amountOf(line)),
    }
  }
}
