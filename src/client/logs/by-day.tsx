import { useTranslation } from 'react-i18next'
import { changesByDay, errorsByDay, refusedByDay, signInsByDay } from '../../shared/endpoints/logs.ts'
import { entities } from '../../shared/entities/index.ts'
import type { Entity } from '../../shared/kit/entity.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useCall } from '../kit/api/queries.ts'
import { DayCard, type DayKind } from '../kit/charts/day-card.tsx'
import { DayTable } from '../kit/charts/day-table.tsx'
import { LazyDayBars } from '../kit/charts/lazy-day-charts.tsx'
import { useChoices } from '../kit/dictionaries/use-choices.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import type { LogName } from './log-tabs.tsx'

const HEIGHT = 160

const SOURCE_TONES: Record<string, Tone> = { server: 'faulted', chore: 'waiting', console: 'charging' }

const LOGS = {
  audit_entry: { endpoint: changesByDay, by: 'kind' },
  sign_in_entry: { endpoint: signInsByDay, by: 'outcome' },
  refused_entry: { endpoint: refusedByDay, by: 'kind' },
  error_entry: { endpoint: errorsByDay, by: 'source' },
} as const

interface LogDay {
  day: string
  counts: Readonly<Record<string, number>>
}

function useKinds(name: LogName): DayKind[] {
  const entity: Entity = entities[name]
  const { by } = LOGS[name]
  const words = useWords(entity)
  return useChoices(entity, by).map(({ value: key, tone }) => ({
    key,
    label: words.choice(by, key),
    hue: tone ?? SOURCE_TONES[key] ?? 'offline',
  }))
}

const totalOf = ({ counts }: LogDay) => Object.values(counts).reduce((sum, n) => sum + n, 0)

interface DaysProps {
  days: readonly LogDay[]
  kinds: readonly DayKind[]
}

function Table({ days, kinds }: DaysProps) {
  const { t } = useTranslation('logs')
  const format = useFormat()
  const columns = kinds.map(({ key, label }) => ({
    key,
    label,
    figure: ({ counts }: LogDay) => format.number(counts[key] ?? 0),
  }))
  return <DayTable label={t('days.as_table')} head={t('days.day')} days={days} columns={columns} height={HEIGHT} />
}

function Chart({ days, kinds }: DaysProps) {
  const { t } = useTranslation('logs')
  const format = useFormat()
  const totals = days.map(totalOf)
  const n = format.number(totals.reduce((sum, total) => sum + total, 0))
  const linesOf = ({ counts }: LogDay) =>
    kinds
      .flatMap(({ key, label, hue }) => (counts[key] ? [{ label, value: format.number(counts[key]), hue }] : []))
      .reverse()
  return (
    <LazyDayBars
      label={t('days.sum', { n })}
      days={days.map((day) => ({ ...day.counts, ...day }))}
      kinds={kinds}
      height={HEIGHT}
      steps={Math.min(3, Math.max(...totals))}
      linesOf={linesOf}
    />
  )
}

/** How much there was on each of the last thirty days, as a chart or as the table of the same figures. */
export function ByDay({ name }: { name: LogName }) {
  const { t } = useTranslation('logs')
  const kinds = useKinds(name)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = useCall(LOGS[name].endpoint, { zone }, { entities: [name], everyMs: 10_000 })
  return (
    <DayCard title={t('days.title')} kinds={kinds} showTable={t('days.show_table')} showChart={t('days.show_chart')}>
      {(table) => (
        <Loaded query={query} skeleton={<Skeleton height={HEIGHT} />}>
          {({ days }) => {
            if (!days.some((day) => totalOf(day) > 0)) return <Empty icon="document" text={t('days.none')} />
            return table ? <Table days={days} kinds={kinds} /> : <Chart days={days} kinds={kinds} />
          }}
        </Loaded>
      )}
    </DayCard>
  )
}
