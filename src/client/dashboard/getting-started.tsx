import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { batchTask } from '../../shared/entities/batch-task.ts'
import { customer } from '../../shared/entities/customer.ts'
import { pile } from '../../shared/entities/pile.ts'
import { pileType } from '../../shared/entities/pile-type.ts'
import { site } from '../../shared/entities/site.ts'
import { strategy } from '../../shared/entities/strategy.ts'
import { type Entity, permissionOf } from '../../shared/kit/entity.ts'
import { useRecords } from '../kit/fields/use-records.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import css from './getting-started.module.css'

interface Step {
  key: string
  /** Null: not known yet. */
  done: boolean | null
  /** Where it is done; null where this person does not do it. */
  to: string | null
  /** Where many of them are made at once. */
  many?: string | null
}

const FEW = { page_num: 1, page_size: 20 }

/** A record that a network needs before it charges: whether there is one, and where it is made. */
function useNeeded(entity: Entity): Step & { rows: readonly object[] } {
  const may = useMay()
  const home = useHome(entity.name)
  const seen = may(permissionOf(entity, 'list'))
  const { data } = useRecords(entity, FEW, { everyMs: 5_000 }, seen)
  const makes = home !== null && may(permissionOf(entity, 'create'))
  return {
    ...{ key: entity.name, done: data ? data.total > 0 : null, to: makes ? `${home}/create` : null },
    rows: data?.rows ?? [],
  }
}

interface Row {
  id: number
  /** Of a site: what it charges by now. */
  strategy?: object | null
  last_seen_at?: string | null
}

/** From prices to the first session. */
function useSteps(): Step[] {
  const may = useMay()
  const path = useRecordPath()
  const prices = useNeeded(strategy)
  const sites = useNeeded(site)
  const types = useNeeded(pileType)
  const piles = useNeeded(pile)
  const customers = useNeeded(customer)
  const rejected = useHome('rejected_connection')
  const batches = useHome('batch_task')
  const rowsOf = (step: { rows: readonly object[] }) => step.rows as readonly Row[]
  const [first] = rowsOf(sites)
  const priced = rowsOf(sites).some(({ strategy }) => strategy)
  const connected = rowsOf(piles).find(({ last_seen_at }) => last_seen_at)
  return [
    prices,
    sites,
    // A site without prices charges all the same, and each of its orders waits for a person.
    { key: 'priced', done: sites.done === null ? null : priced, to: first ? path('site', first.id) : null },
    types,
    { ...piles, many: batches && may(permissionOf(batchTask, 'create')) ? `${batches}/create` : null },
    { key: 'connected', done: piles.done === null ? null : Boolean(connected), to: rejected },
    customers,
    { key: 'session', done: false, to: connected ? path('pile', connected.id) : null },
  ]
}

/** Anyone who makes none of these is told nothing. */
const MAKERS: ReadonlySet<string> = new Set(['strategy', 'site', 'pile_type', 'pile'])

/** What a network that never charged still needs, for who sets it up; it is gone with the first session. */
export function GettingStarted() {
  const { t } = useTranslation('dashboard')
  const steps = useSteps()
  const makers = steps.filter(({ key }) => MAKERS.has(key))
  if (makers.some(({ done }) => done === null) || makers.every(({ to }) => to === null)) return null
  const next = steps.find(({ done }) => !done)
  const done = steps.filter((step) => step.done).length
  return (
    <Card title={t('beginning.title')} aside={<small>{t('beginning.done', { done, all: steps.length })}</small>}>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step.key} className={step.done ? css.done : undefined}>
            <span className={css.mark}>{step.done && <Icon name="check" size={14} />}</span>
            <span className="grow">
              {t(`beginning.${step.key}`)}
              {step.done && <span className="hidden-text"> {t('beginning.is_done')}</span>}
              {step === next && <small>{t(`beginning.${step.key}_how`)}</small>}
            </span>
            {!step.done && step.many && (
              <Link className={css.go} to={step.many}>
                {t('beginning.many')}
              </Link>
            )}
            {!step.done && step.to && (
              <Link className={css.go} to={step.to}>
                {t(`beginning.${step.key}_go`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
