import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { strategyView } from '../../shared/endpoints/billing.ts'
import { type Band as BandName, billingRule } from '../../shared/entities/billing-rule.ts'
import { strategy } from '../../shared/entities/strategy.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useCall } from '../kit/api/queries.ts'
import { FigureInput } from '../kit/fields/figure-input.tsx'
import { RightGone } from '../kit/forms/right-gone.tsx'
import { useLeaveGuard } from '../kit/forms/use-leave-guard.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useHome } from '../kit/session/homes.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Band } from './band.tsx'
import css from './create-strategy.module.css'
import { type DraftRule, draftOfRule, type Price } from './day-draft.ts'
import { DayEditor } from './day-editor.tsx'
import { CopyChoice, type Start, TemplateChoice } from './template-choice.tsx'
import { bandsOf, isPricedByBand, priceBand, rulesOfTemplate } from './templates.ts'
import { type Day, useDay } from './use-day.ts'

const CENTS = 100
const LONGEST_NAME = 60
const NO_RULES: DraftRule[] = []
const COLUMNS: readonly Price[] = ['electricity_fee', 'service_fee', 'electricity_cost']

/** One price for each band: every rule of the band takes it. */
function BandPrices({ day }: { day: Day }) {
  const { t } = useTranslation('billing')
  const words = useWords(billingRule)
  const id = useId()
  const figure = (band: BandName, price: Price) => (
    <>
      <label className="hidden-text" htmlFor={`${id}-${band}-${price}`}>
        {words.choice('band', band)}, {words.label(price)}
      </label>
      <FigureInput
        id={`${id}-${band}-${price}`}
        scale={CENTS}
        digits={2}
        value={day.rules.find((rule) => rule.band === band)?.[price] ?? null}
        onChange={(value) =>
          day.change(priceBand(day.rules, band, { [price]: typeof value === 'number' ? value : null }))
        }
      />
    </>
  )
  return (
    <table className={css.bandPrices}>
      <caption>{t('create.prices')}</caption>
      <thead>
        <tr>
          <th scope="col">{words.label('band')}</th>
          {COLUMNS.map((price) => (
            <th key={price} scope="col">
              {words.label(price)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bandsOf(day.rules).map((band) => (
          <tr key={band}>
            <th scope="row">
              <Band band={band} />
            </th>
            {COLUMNS.map((price) => (
              <td key={price}>{figure(band, price)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a cable left in costs, the same all day. */
function OccupationPrices({ day }: { day: Day }) {
  const { t } = useTranslation(['billing', 'common'])
  const words = useWords(billingRule)
  const figure = (price: Price, scale: number, unit: string) => (
    <Labelled label={t('common:form.label_unit', { label: words.label(price), unit })}>
      {(control) => (
        <FigureInput
          id={control.id}
          scale={scale}
          digits={Math.log10(scale)}
          value={day.rules[0]?.[price] ?? null}
          onChange={(value) =>
            day.change(day.rules.map((rule) => ({ ...rule, [price]: typeof value === 'number' ? value : null })))
          }
        />
      )}
    </Labelled>
  )
  return (
    <div className={css.pair}>
      {figure('occupation_fee', CENTS, t('common:unit.per_hour'))}
      {figure('free_minutes', 1, t('common:unit.minutes'))}
    </div>
  )
}

/** The rules that a new strategy starts with: a usual day's, or those of another strategy. */
function useStartingRules(start: Start): DraftRule[] {
  const { t } = useTranslation(['billing', 'entities'])
  const copied = 'copy' in start ? start.copy : 0
  const other = useCall(strategyView, { id: copied }, { entities: ['strategy', 'billing_rule'], enabled: copied > 0 })
  const words = useWords(billingRule)
  const template = 'template' in start ? start.template : null
  return useMemo(() => {
    if (template) {
      const whole = (band: BandName, count: number) =>
        t(count > 1 ? 'create.rule_name_more' : 'create.rule_name', {
          name: t('create.unnamed'),
          band: words.choice('band', band),
          count,
        })
      return rulesOfTemplate(template, whole)
    }
    // Unchanged they stay one rule for both; what is changed here becomes a copy.
    return other.data?.rules.map((rule) => draftOfRule({ ...rule, shared: rule.shared + 1 })) ?? NO_RULES
  }, [template, other.data, t, words])
}

const PLAIN = { template: 'three_bands' } as const

/** A strategy in the making: its name, what it starts from and its day. */
function useCreation() {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const home = useHome('strategy') ?? '/'
  const [name, setName] = useState('')
  const named = useRef(t('create.unnamed'))
  const [params] = useSearchParams()
  const copied = Number(params.get('copy'))
  const [start, setStart] = useState<Start>(copied ? { copy: copied } : PLAIN)
  const free = useRef(false)
  function made(id: number) {
    free.current = true
    const sites = params.get('sites')
    navigate(`${home}/${id}${sites ? `?sites=${sites}` : ''}`, { replace: true })
  }
  const day = useDay({ strategy: null, name: name.trim(), rules: useStartingRules(start), onSaved: made })
  useLeaveGuard(day.dirty, free)
  /** New rules bear the strategy's name until someone gives them another. */
  function nameRules() {
    const [before, after] = [named.current, name.trim()]
    if (!after || before === after) return
    named.current = after
    const renamed = (rule: DraftRule) => rule.id === null && rule.name.startsWith(before)
    day.change(
      day.rules.map((rule) =>
        renamed(rule) ? { ...rule, name: (after + rule.name.slice(before.length)).slice(0, LONGEST_NAME) } : rule,
      ),
    )
  }
  function choose(next: Start) {
    day.discard()
    named.current = t('create.unnamed')
    setStart(next)
  }
  return { name, setName, nameRules, start, choose, day }
}

/** A new strategy with its whole day at once: a usual one to start from, prices by band, and the day under the hand. */
export function CreateStrategy({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['billing', 'common', 'errors'])
  const words = useWords(strategy)
  const { name, setName, nameRules, start, choose, day } = useCreation()
  const missing = day.tried && !name.trim() ? t('errors:required') : undefined
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" busy={day.busy} onClick={day.save}>
        {t('editor.save')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('common:form.create_title', { one: words.one })} onClose={onClose} foot={foot} large>
      <div className={css.create}>
        <RightGone permission={permissionOf(strategy, 'create')} />
        <TemplateChoice start={start} onChange={choose} />
        <div className={css.pair}>
          <Labelled label={words.label('name')} required error={missing ?? day.nameError}>
            {(control) => (
              <Input
                {...control}
                maxLength={LONGEST_NAME}
                value={name}
                onChange={(event) => setName(event.target.value)}
                onBlur={nameRules}
              />
            )}
          </Labelled>
          <CopyChoice start={start} onChange={choose} />
        </div>
        {('template' in start || isPricedByBand(day.rules)) && day.rules.length > 0 && (
          <>
            <BandPrices day={day} />
            <OccupationPrices day={day} />
          </>
        )}
        <DayEditor day={day} />
      </div>
    </Dialog>
  )
}
