import { useTranslation } from 'react-i18next'
import type { OrderLine, orderDetail } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Card } from '../kit/ui/card.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './bill.module.css'
import { type LineWords, useLineWords } from './line-words.ts'

interface Props {
  order: Order
  lines: OrderLine[]
  timeZone: string
  /** As its pile was told last. */
  told: Data<typeof orderDetail>['cost_told']
}

/** What was moved from one order to another has neither times nor prices. */
function Row({ line }: { line: LineWords }) {
  if (!line.span)
    return (
      <tr>
        <th scope="row" colSpan={2}>
          {line.name}
        </th>
        <td className="number">{line.quantity}</td>
        <td className="number" colSpan={3}>
          {line.amount}
        </td>
      </tr>
    )
  return (
    <tr>
      <th scope="row">{line.name}</th>
      <td>{line.span}</td>
      <td className="number">{line.quantity}</td>
      <td className="number">{line.fee}</td>
      <td className="number">{line.service}</td>
      <td className="number">{line.amount}</td>
    </tr>
  )
}

function Table({ order, lines, timeZone }: Omit<Props, 'told'>) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useLineWords(timeZone)
  return (
    <table className={css.bill}>
      <thead>
        <tr>
          <th scope="col">{t('bill.line')}</th>
          <th scope="col">{t('bill.from_to')}</th>
          {(['energy', 'electricity', 'service', 'amount'] as const).map((column) => (
            <th key={column} scope="col" className="number">
              {t(`bill.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(words).map((line) => (
          <Row key={line.key} line={line} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={5}>
            {t('bill.total')}
          </th>
          <td className="number">{format.money(order.total_cents)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Lines({ order, lines, timeZone }: Omit<Props, 'told'>) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const words = useLineWords(timeZone)
  return (
    <ul className={css.lines}>
      {lines.map(words).map((line) => (
        <li key={line.key}>
          <div className="row between">
            <b>{line.name}</b>
            <b>{line.amount}</b>
          </div>
          <small>{[line.span, line.quantity, line.fee, line.service].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
      <li className="row between">
        <b>{t('bill.total')}</b>
        <b className={css.total}>{format.money(order.total_cents)}</b>
      </li>
    </ul>
  )
}

function Sums({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const sums = [
    ['electricity', order.electricity_cents],
    ['service', order.service_cents],
    ['occupation', order.occupation_cents],
    ['cost', order.cost_cents],
    ['margin', order.total_cents - order.cost_cents],
  ] as const
  return (
    <dl className={css.sums}>
      {sums.map(([name, cents]) => (
        <div key={name}>
          <dt>{t(`bill.${name}`)}</dt>
          <dd>{format.money(cents, { signed: true })}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The bill line by line, its total, and what it is made of. */
export function Bill(props: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const wide = useWide()
  const { told, timeZone } = props
  return (
    <Card flush className={css.card ?? ''}>
      {wide ? <Table {...props} /> : <Lines {...props} />}
      {props.lines.length === 0 && <p className={css.none}>{t(props.order.abnormal ? 'bill.held' : 'bill.none')}</p>}
      {props.lines.length > 0 && <Sums order={props.order} />}
      {told && (
        <small className={css.told}>
          {t('bill.told', { money: format.money(told.cents), at: format.time(told.at, timeZone) })}
        </small>
      )}
    </Card>
  )
}
