import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { MenuButton } from '../kit/ui/menu.tsx'
import { useRoomy } from '../kit/ui/use-wide.ts'
import { Band, hoursOf } from './band.tsx'
import css from './billing.module.css'
import { type DraftRule, inDayOrder, lengthOf, type Price, splitRule } from './day-draft.ts'
import { HourInput } from './hour-input.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import type { DayErrors } from './use-day.ts'

interface Props {
  rules: readonly DraftRule[]
  errors?: DayErrors
  /** Absent where the day is only looked at. */
  onChange?: ((rules: readonly DraftRule[]) => void) | undefined
}

type RowProps = Props & { rule: DraftRule; onEdit: () => void }

const FEES = ['electricity_fee', 'service_fee', 'electricity_cost', 'occupation_fee'] as const
const unitOf = (fee: Price) => (fee === 'occupation_fee' ? 'fees.per_hour' : 'fees.per_kwh')

function Hours({ rule, rules, onChange }: RowProps) {
  const { t } = useTranslation('billing')
  if (!onChange) return hoursOf(rule)
  const set = (hours: Partial<DraftRule>) =>
    onChange(inDayOrder(rules.map((one) => (one.key === rule.key ? { ...one, ...hours } : one))))
  return (
    <span className={css.hours}>
      <HourInput
        label={t('editor.from', { rule: rule.name })}
        hour={rule.start_hour}
        onChange={(start_hour) => set({ start_hour })}
      />
      –
      <HourInput
        end
        label={t('editor.to', { rule: rule.name })}
        hour={rule.end_hour}
        onChange={(end_hour) => set({ end_hour })}
      />
    </span>
  )
}

function RuleActions({ rule, rules, onChange, onEdit }: RowProps) {
  const { t } = useTranslation(['billing', 'common'])
  if (!onChange) return null
  const items = [
    {
      key: 'split',
      label: t('editor.split'),
      disabled: lengthOf(rule) < 2,
      onPress: () => onChange(splitRule(rules, rule.key)),
    },
    {
      key: 'remove',
      label: t('editor.remove'),
      danger: true,
      onPress: () => onChange(rules.filter((one) => one.key !== rule.key)),
    },
  ]
  return (
    <span className={css.actions}>
      <Button look="link" onClick={onEdit}>
        {t('common:action.edit')}
      </Button>
      <MenuButton look="quiet" icon="more" label={t('editor.more', { rule: rule.name })} items={items} />
    </span>
  )
}

function Name({ rule, errors }: RowProps) {
  const { t } = useTranslation('billing')
  const words = useWords(billingRule)
  const recordPath = useRecordPath()
  const to = rule.id === null ? null : recordPath('billing_rule', rule.id)
  const wrong = Object.entries(errors?.[rule.key] ?? {})
  return (
    <>
      <b>{to ? <Link to={to}>{rule.name}</Link> : rule.name}</b>
      {rule.id === null && <small className={css.note}>{t('editor.is_new')}</small>}
      {rule.shared > 0 && <small className={css.note}>{t('editor.also_in', { count: rule.shared })}</small>}
      {wrong.map(([field, message]) => (
        <small key={field} className={css.wrong} role="alert">
          {words.label(field)}: {message}
        </small>
      ))}
    </>
  )
}

function useFigures() {
  const format = useFormat()
  return {
    fee: (rule: DraftRule, fee: Price) => {
      const cents = rule[fee]
      return cents === null ? EMPTY : format.money(cents)
    },
    free: ({ free_minutes }: DraftRule) => (free_minutes ? format.duration(free_minutes * 60) : EMPTY),
  }
}

function Rows(props: Props & { onEdit: (key: string) => void }) {
  const { t } = useTranslation('billing')
  const words = useWords(billingRule)
  const figures = useFigures()
  return (
    <div className={css.scroll}>
      <table className={css.rules}>
        <thead>
          <tr>
            <th scope="col">{t('rule')}</th>
            <th scope="col">{words.label('band')}</th>
            <th scope="col">{t('hours')}</th>
            {FEES.map((fee) => (
              <th key={fee} scope="col" className={css.figure}>
                {t(`fees.${fee}`)} {t(unitOf(fee))}
              </th>
            ))}
            <th scope="col" className={css.figure}>
              {words.label('free_minutes')}
            </th>
            {props.onChange && <th aria-label={t('editor.actions')} />}
          </tr>
        </thead>
        <tbody>
          {props.rules.map((rule) => {
            const row = { ...props, rule, onEdit: () => props.onEdit(rule.key) }
            return (
              <tr key={rule.key}>
                <td>
                  <Name {...row} />
                </td>
                <td>
                  <Band band={rule.band} />
                </td>
                <td>
                  <Hours {...row} />
                </td>
                {FEES.map((fee) => (
                  <td key={fee} className={css.figure}>
                    {figures.fee(rule, fee)}
                  </td>
                ))}
                <td className={css.figure}>{figures.free(rule)}</td>
                {props.onChange && (
                  <td className={css.figure}>
                    <RuleActions {...row} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Cards(props: Props & { onEdit: (key: string) => void }) {
  const { t } = useTranslation('billing')
  const words = useWords(billingRule)
  const figures = useFigures()
  return (
    <ul className={css.cards}>
      {props.rules.map((rule) => {
        const row = { ...props, rule, onEdit: () => props.onEdit(rule.key) }
        return (
          <li key={rule.key}>
            <div className={css.cardHead}>
              <span>
                <Name {...row} />
              </span>
              <Band band={rule.band} />
            </div>
            <div className={css.cardFees}>
              {FEES.map((fee) => (
                <span key={fee}>
                  <small>
                    {words.label(fee)} {t(unitOf(fee))}
                  </small>
                  {figures.fee(rule, fee)}
                </span>
              ))}
            </div>
            <div className={css.cardHead}>
              <Hours {...row} />
              <RuleActions {...row} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The rules of a day, in its order: a table where there is room, else one under the other. */
export function RuleRows(props: Props) {
  const roomy = useRoomy()
  const [edited, setEdited] = useState<string | null>(null)
  const { rules, onChange, errors } = props
  const rule = rules.find(({ key }) => key === edited)
  const shown = { ...props, onEdit: setEdited }
  return (
    <Card flush>
      {roomy ? <Rows {...shown} /> : <Cards {...shown} />}
      {rule && onChange && (
        <Suspense fallback={null}>
          <RuleDialog
            rule={rule}
            errors={errors?.[rule.key] ?? {}}
            onClose={() => setEdited(null)}
            onChange={(next) => onChange(inDayOrder(rules.map((one) => (one.key === next.key ? next : one))))}
          />
        </Suspense>
      )}
    </Card>
  )
}
