import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  STATEMENT_PARTIES,
  type Statement,
  showStatement,
  statementWorkbook,
} from '../../shared/endpoints/statements.ts'
import { customer } from '../../shared/entities/customer.ts'
import { order } from '../../shared/entities/order.ts'
import { statementDelivery } from '../../shared/entities/statement-delivery.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { useCall } from '../kit/api/queries.ts'
import { MonthChoice } from '../kit/fields/month-choice.tsx'
import { monthOf } from '../kit/fields/period.ts'
import { ReferenceFilter } from '../kit/fields/reference-filter.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { fetchAndSave } from '../kit/sheets/save-file.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Page } from '../kit/ui/page.tsx'
import { PrintCopy } from '../kit/ui/print-copy.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { Segments } from '../kit/ui/tabs.tsx'
import css from './statement.module.css'
import { Remarks, StatementHead } from './statement-head.tsx'
import { StatementTables } from './statement-tables.tsx'
import { type Asked, useAsked } from './use-asked.ts'

/** Whose, and of which month. */
const FIELDS = { merchant: customer.fields.merchant_id, site: order.fields.site_id }

function Controls({ asked: { of, id, month, put } }: { asked: Asked }) {
  const { t } = useTranslation('statements')
  return (
    <div className={css.controls}>
      <Segments
        label={t('whose')}
        options={STATEMENT_PARTIES.map((key) => ({ key, label: t(`party.${key}`) }))}
        value={of}
        onChange={(key) => put({ of: key, id: null })}
      />
      <div className={css.control}>
        <ReferenceFilter
          key={of}
          field={FIELDS[of]}
          label={t(`party.${of}`)}
          placeholder={t(`party.${of}`)}
          value={id === null ? undefined : [id]}
          onChange={(value) => put({ id: Array.isArray(value) ? String(value[0]) : null })}
        />
      </div>
      <div className={css.control}>
        <MonthChoice shown={monthOf(month)} onChoose={({ from }) => put({ month: from.slice(0, 7) })} />
      </div>
    </div>
  )
}

const SHOWN = ['billed_cents', 'refunded_cents', 'income_cents', 'paid_cents', 'open_cents'] as const

function Totals({ total }: Pick<Statement, 'total'>) {
  const { t } = useTranslation('statements')
  const format = useFormat()
  return (
    <dl className={css.totals}>
      <div>
        <dt>{t('figures.sessions')}</dt>
        <dd>
          {format.number(total.sessions)} <small>{format.energy(total.energy_wh)}</small>
        </dd>
      </div>
      {SHOWN.map((key) => (
        <div key={key}>
          <dt>{t(`figures.${key}`)}</dt>
          <dd>{format.money(total[key], { signed: true })}</dd>
        </div>
      ))}
    </dl>
  )
}

function Shown({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statements')
  if (statement.days.length === 0) return <Empty icon="receipt" text={t('empty')} />
  const body = (
    <>
      <StatementHead statement={statement} />
      <Totals total={statement.total} />
      <Remarks statement={statement} />
      <StatementTables statement={statement} />
    </>
  )
  return (
    <>
      <Card>{body}</Card>
      <PrintCopy className={css.paper}>
        <h1>{t('title')}</h1>
        {body}
      </PrintCopy>
    </>
  )
}

/** A month's statement of a merchant or a site: read here, printed or saved as PDF by the browser, or as a workbook with every order. */
export function StatementPage() {
  const { t } = useTranslation('statements')
  const asked = useAsked()
  const { of, id, month } = asked
  const [busy, setBusy] = useState(false)
  const body = { [of === 'site' ? 'site_id' : 'merchant_id']: id, month }
  const query = useCall(showStatement, body, { entities: [], enabled: id !== null })
  async function save() {
    setBusy(true)
    await doAndSay(() => fetchAndSave({ ...statementWorkbook, body }))
    setBusy(false)
  }
  const isThere = id !== null && query.data !== undefined && query.data.days.length > 0
  const actions: Action[] = [
    {
      key: 'each_month',
      label: t('each_month'),
      icon: 'mail',
      to: '/operationManagement/statementDelivery',
      permission: permissionOf(statementDelivery, 'list'),
    },
    { key: 'workbook', label: t('workbook'), icon: 'download', disabled: !isThere, busy, onPress: () => void save() },
    {
      key: 'print',
      label: t('print'),
      icon: 'print',
      primary: true,
      disabled: !isThere,
      onPress: () => window.print(),
    },
  ]
  return (
    <Page title={t('title')} caption={t('caption')} back="/me" actions={actions}>
      <div className={css.page}>
        <Controls asked={asked} />
        {id === null ? (
          <Empty icon="receipt" text={t('choose')} />
        ) : (
          <Loaded query={query} skeleton={<Skeleton height={480} />}>
            {(statement) => <Shown statement={statement} />}
          </Loaded>
        )}
      </div>
    </Page>
  )
}
