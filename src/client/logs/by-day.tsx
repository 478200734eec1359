import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changesByDay, errorsByDay, signInsByDay } from '../../shared/endpoints/logs.ts'
import { entities } from '../../shared/entities/index.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useCall } from '../kit/api/queries.ts'
import { useChoices } from '../kit/dictionaries/use-choices.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { DayTable } from './day-table.tsx'
import type { Counted, LogDay } from './log-day.ts'
import type { LogName } from './log-faces.tsx'
import css from './logs.module.css'

const Chart = lazy(() => import('./day-chart.tsx').then(({ DayChart }) => ({ default: DayChart })))
const HEIGHT = 160

const SOURCE_TONES: Record<string, Tone> = { server: 'faulted', chore: 'waiting', console: 'charging' }

const LOGS = {
  audit_entry: { endpoint: changesByDay, by: 'kind' },
  sign_in_entry: { endpoint: signInsByDay, by: 'outcome' },
  error_entry: { endpoint: errorsByDay, by: 'source' },
} as const

function useKinds(name: LogName): Counted[] {
  const entity: Entity = entities[name]
  const { by } = LOGS[name]
  const words = useWords(entity)
  return useChoices(entity, by).map(({ value: key, tone }) => ({
    key,
    label: words.choice(by, key),
    tone: tone ?? SOURCE_TONES[key] ?? 'offline',
  }))
}

/** How much there was on each of the last thirty days, as a chart or as the table of the same figures. */
export function ByDay({ name }: { name: LogName }) {
  const { t } = useTranslation('logs')
  const format = useFormat()
  const wide = useWide()
  const [table, setTable] = useState(false)
  const kinds = useKinds(name)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = useCall(LOGS[name].endpoint, { zone }, { entities: [name], everyMs: 10_000 })
  const total = (days: readonly LogDay[]) =>
    days.reduce((sum, { counts }) => sum + Object.values(counts).reduce((of, n) => of + n, 0), 0)
  const legend = !table && (
    <span className={css.legend}>
      {kinds.map(({ key, label, tone }) => (
        <span key={key}>
          <Dot tone={tone} /> {label}
        </span>
      ))}
    </span>
  )
  const aside = (
    <div className="row">
      {wide && legend}
      <Button
        size="small"
        look="quiet"
        icon={table ? 'columns' : 'list'}
        label={t(table ? 'days.show_chart' : 'days.show_table')}
        aria-pressed={table}
        onClick={() => setTable(!table)}
      />
    </div>
  )
  return (
    <Card title={t('days.title')} aside={aside}>
      <Loaded query={query} skeleton={<Skeleton height={HEIGHT} />}>
        {({ days }) => {
          if (total(days) === 0) return <Empty icon="document" text={t('days.none')} />
          if (table) return <DayTable days={days} kinds={kinds} height={HEIGHT} />
          return (
            <>
              {!wide && legend}
              <div role="img" aria-label={t('days.sum', { n: format.number(total(days)) })}>
                <Suspense fallback={<Skeleton height={HEIGHT} />}>
                  <Chart days={days} kinds={kinds} height={HEIGHT} />
                </Suspense>
              </div>
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
