import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type DayRule, strategyView } from '../../shared/endpoints/billing.ts'
import { strategy } from '../../shared/entities/strategy.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useCall } from '../kit/api/queries.ts'
import { RightGone } from '../kit/forms/right-gone.tsx'
import { useLeaveGuard } from '../kit/forms/use-leave-guard.ts'
import { EntityPage } from '../kit/records/entity-page.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './billing.module.css'
import { draftOfRule } from './day-draft.ts'
import { DayEditor } from './day-editor.tsx'
import { CoverageNote, RulesRibbon } from './day-preview.tsx'
import { RuleRows } from './rule-rows.tsx'
import { TryIt } from './try-it.tsx'
import { type Day, useDay } from './use-day.ts'

const NO_RULES: DayRule[] = []

function Users({ sites }: { sites: readonly { id: number; title: string }[] }) {
  const { t } = useTranslation('billing')
  const recordPath = useRecordPath()
  return (
    <Card title={t('used_by', { sites: t('sites', { count: sites.length }) })}>
      {sites.length === 0 ? (
        <small>{t('used_by_none')}</small>
      ) : (
        <div className={css.sites}>
          {sites.map(({ id, title }) => {
            const to = recordPath('site', id)
            return to ? (
              <Link key={id} to={to}>
                {title}
              </Link>
            ) : (
              <span key={id}>{title}</span>
            )
          })}
        </div>
      )}
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
  if (!day.dirty) return []
  return [
    { key: 'discard', label: t('editor.discard'), icon: 'close', onPress: day.discard },
    { key: 'save', label: t('editor.save'), icon: 'check', primary: true, busy: day.busy, onPress: day.save },
  ]
}

/** A strategy: its day, which is edited where it is shown, its rules and who uses it. */
export function StrategyPage({ id }: { id: number }) {
  const { t } = useTranslation(['billing', 'entities'])
  const may = useMay()
  const query = useCall(strategyView, { id }, { entities: ['strategy', 'billing_rule', 'site'] })
  const rules = query.data?.rules ?? NO_RULES
  const kept = useMemo(() => rules.map(draftOfRule), [rules])
  const day = useDay({ strategy: query.data?.strategy ?? null, rules: kept, onSaved: () => {} })
  useLeaveGuard(day.dirty, NEVER_FREE)
  const actions = useDayActions(day)
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
          <Users sites={sites} />
        </>
      )}
    </Loaded>
  )
  return <EntityPage entity={strategy} id={id} actions={() => actions} above={panels} {...(caption && { caption })} />
}

const NEVER_FREE = { current: false }
