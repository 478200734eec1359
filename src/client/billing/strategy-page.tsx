import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { type DayRule, strategyView } from '../../shared/endpoints/billing.ts'
import type { SitePrices } from '../../shared/endpoints/price-plan.ts'
import { strategy } from '../../shared/entities/strategy.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useCall } from '../kit/api/queries.ts'
import { RightGone } from '../kit/forms/right-gone.tsx'
import { useLeaveGuard } from '../kit/forms/use-leave-guard.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import css from './billing.module.css'
import { draftOfRule } from './day-draft.ts'
import { DayEditor } from './day-editor.tsx'
import { CoverageNote, RulesRibbon } from './day-preview.tsx'
import { PriceLine } from './price-line.tsx'
import { RuleRows } from './rule-rows.tsx'
import { TryIt } from './try-it.tsx'
import { type Day, useDay } from './use-day.ts'
import { useRefreshAtBeginnings } from './use-refresh-at-beginnings.ts'

const NO_RULES: DayRule[] = []
const NO_SITES: SitePrices[] = []

/** Where it holds now or later, each site with what holds before and after. */
function Users({ id, sites }: { id: number; sites: readonly SitePrices[] }) {
  const { t } = useTranslation('billing')
  const recordPath = useRecordPath()
  return (
    <Card title={t('used_by', { sites: t('sites', { count: sites.length }) })}>
      {sites.length === 0 && <small>{t('used_by_none')}</small>}
      <div className={css.sites}>
        {sites.map((site) => {
          const to = recordPath('site', site.id)
          return (
            <section key={site.id}>
              <h3>{to ? <Link to={to}>{site.title}</Link> : site.title}</h3>
              <PriceLine prices={site} of={id} />
            </section>
          )
        })}
      </div>
    </Card>
  )
}

/** The day as it is, for who may not change it. */
function DayShown({ rules }: { rules: readonly DayRule[] }) {
  const { t } = useTranslation('billing')
  const drafts = rules.map(draftOfRule)
  return (
    <>
      <Card title={t('one_day')} aside={<CoverageNote rules={rules} />}>
        <RulesRibbon rules={rules} />
      </Card>
      <RuleRows rules={drafts} />
      <TryIt rules={drafts} />
    </>
  )
}

function useDayActions(day: Day): Action[] {
  const { t } = useTranslation('billing')
  return [
    { key: 'discard', label: t('editor.discard'), icon: 'close', onPress: day.discard },
    { key: 'save', label: t('editor.save'), icon: 'check', primary: true, busy: day.busy, onPress: day.save },
  ]
}

/** Sites that a new strategy was made for: they are named in the address, and offered at once. */
function useGiving() {
  const [params, setParams] = useSearchParams()
  const named = params.get('sites')
  const [open, setOpen] = useState(named !== null)
  return {
    open,
    sites: (named ?? '').split(',').map(Number).filter(Boolean),
    show: () => setOpen(true),
    close() {
      setOpen(false)
      if (named !== null) setParams({}, { replace: true })
    },
  }
}

function usePlanActions(id: number, sites: readonly SitePrices[], give: () => void): Action[] {
  const { t } = useTranslation('billing')
  const home = useHome('strategy') ?? '/'
  const named = sites.map((site) => site.id).join(',')
  return [
    { key: 'give', label: t('plan.title'), icon: 'pin', permission: 'site.update', onPress: give },
    {
      ...{ key: 'copy', label: t('plan.other_prices'), icon: 'copy', permission: permissionOf(strategy, 'create') },
      to: `${home}/create?copy=${id}${named && `&sites=${named}`}`,
    },
  ]
}

/** A strategy: its day, which is edited where it is shown, its rules and who uses it. */
export function StrategyPage({ id }: { id: number }) {
  const { t } = useTranslation(['billing', 'entities'])
  const may = useMay()
  const query = useCall(strategyView, { id }, { entities: ['strategy', 'billing_rule', 'site'] })
  useRefreshAtBeginnings(query.data?.sites ?? NO_SITES)
  const rules = query.data?.rules ?? NO_RULES
  const kept = useMemo(() => rules.map(draftOfRule), [rules])
  const day = useDay({ strategy: query.data?.strategy ?? null, rules: kept, onSaved: () => {} })
  useLeaveGuard(day.dirty, NEVER_FREE)
  const giving = useGiving()
  const editing = useDayActions(day)
  const planning = usePlanActions(id, query.data?.sites ?? NO_SITES, giving.show)
  const editable = may('strategy.update') && may('billing_rule.update') && may('billing_rule.create')
  const caption =
    query.data &&
    t('caption', {
      rules: t('rules', { count: rules.length }),
      sites: t('sites', { count: query.data.sites.length }),
    })
  const panels = () => (
    <Loaded query={query} skeleton={<Skeleton height={240} />}>
      {({ sites }) => (
        <>
          {day.dirty && <RightGone permission={permissionOf(strategy, 'update')} />}
          {editable || day.dirty ? <DayEditor day={day} /> : <DayShown rules={rules} />}
          <Users id={id} sites={sites} />
          {giving.open && may('site.update') && (
            <Suspense fallback={null}>
              <AssignDialog strategy={id} sites={giving.sites} onClose={giving.close} />
            </Suspense>
          )}
        </>
      )}
    </Loaded>
  )
  const actions = () => (day.dirty ? editing : planning)
  return <EntityPage entity={strategy} id={id} actions={actions} above={panels} {...(caption && { caption })} />
}

const NEVER_FREE = { current: false }
