import { useTranslation } from 'react-i18next'
import { isTime, type StatisticKind, type Statistics, statistics } from '../../shared/endpoints/statistics.ts'
import { useCall } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { Views } from '../kit/records/views/use-views.ts'
import { ViewMenu } from '../kit/records/views/view-menu.tsx'
import { Card } from '../kit/ui/card.tsx'
import { copyText } from '../kit/ui/copy-text.ts'
import { Figure } from '../kit/ui/figure.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { Chips } from '../kit/ui/tabs.tsx'
import { toast } from '../kit/ui/toast.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { BarsLegend, GroupBars, TimeColumns } from './bars.tsx'
import { Change } from './change.tsx'
import { Controls } from './controls.tsx'
import { GroupTable } from './group-table.tsx'
import { MEASURES, type Measure, measuresOf, textOf, toldIn } from './measures.ts'
import { saveGroups } from './save-groups.ts'
import css from './statistics-page.module.css'
import { useGroupTitles } from './use-group-titles.ts'
import { useLeads } from './use-leads.ts'
import { type Question, useQuestion } from './use-question.ts'
import { useQuestionViews } from './use-question-views.ts'
import { WeekHours } from './week-hours.tsx'

/** Other charts show this period alone. */
const CHARTS: Partial<Record<StatisticKind, typeof GroupBars>> = { weekday_hour: WeekHours }
/** As many as a chart is read by; the table has all. */
const MOST_BARS = 10
/** Whole periods are added up: not at each order that ends. */
const EVERY_MS = 60_000
/** In the first row, of all groups together. */
const KEY_FIGURES = ['income', 'energy', 'sessions', 'utilisation', 'availability', 'first_right']

/** Those that everybody asks, and those that people kept: one press. */
function Questions({ question: { presets }, views }: { question: Question; views: Views }) {
  const { t } = useTranslation('statistics')
  const kept = views.all.map((view) => ({
    key: `view ${view.id}`,
    label: view.own ? view.name : `${view.name} · ${view.by}`,
    isChosen: view.id === views.current?.id && !views.changed,
    onChoose: () => views.show(view),
  }))
  const all = [...kept, ...presets.map((preset) => ({ ...preset, label: t(`presets.${preset.key}`) }))]
  return (
    <Chips<string>
      label={t('questions')}
      chips={all.map(({ key, label }) => ({ key, label }))}
      current={all.find(({ isChosen }) => isChosen)?.key ?? ''}
      onChange={(key) => all.find((each) => each.key === key)?.onChoose()}
    />
  )
}

function KeyFigures({ total: { now, before } }: Pick<Statistics, 'total'>) {
  const { t } = useTranslation('statistics')
  const format = useFormat()
  const shown = MEASURES.filter((measure) => KEY_FIGURES.includes(measure.key) && measure.of(now) !== null)
  return (
    <div className={css.figures}>
      {shown.map((measure) => (
        <Figure key={measure.key} label={t(`measures.${measure.key}`)} value={textOf(measure, measure.of(now), format)}>
          {before && (
            <>
              <Change measure={measure} now={now} before={before} />{' '}
              {measure.of(before) !== null && textOf(measure, measure.of(before), format)}
            </>
          )}
        </Figure>
      ))}
    </div>
  )
}

/** By a figure, those that say nothing of it last; times stay in their order. */
function sorted(rows: Statistics['rows'], { of }: Measure, { by, order }: Question): Statistics['rows'] {
  if (isTime(by)) return rows
  const sign = order === 'asc' ? 1 : -1
  return [...rows].sort((a, b) => {
    const [first, second] = [of(a.now), of(b.now)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return (first - second) * sign
  })
}

function Shown({ data, question }: { data: Statistics; question: Question }) {
  const { period, before } = data
  const { day } = useFormat()
  const { t } = useTranslation('statistics')
  const wide = useWide()
  const titleOf = useGroupTitles(question.by)
  const leads = useLeads({ by: question.by, period, site: question.site })
  const measures = measuresOf([data.total.now, ...data.rows.map(({ now }) => now)], question.by)
  const told = toldIn(data, question.by)
  const measure = told.find(({ key }) => key === question.measure) ?? told[0]
  if (!measure) return <Empty icon="chart" text={t('empty')} />
  const rows = sorted(data.rows, measure, question)
  const Chart = CHARTS[question.by] ?? (isTime(question.by) ? TimeColumns : GroupBars)
  const sort = (key: string) =>
    question.put({ measure: key, order: key === measure.key && question.order === 'desc' ? 'asc' : null })
  const leadOf = (row: Statistics['rows'][number] | null) => leads(row, measure)
  const title = t('chart', { measure: t(`measures.${measure.key}`), by: t(`by.${question.by}`) })
  const periods = [period, before].flatMap((span) => (span ? [`${day(span.from)} – ${day(span.to)}`] : []))
  const charted = isTime(question.by) ? rows : rows.slice(0, MOST_BARS)
  return (
    <>
      <KeyFigures total={data.total} />
      <Card
        title={title}
        aside={
          <span className={css.aside}>
            {charted.length < data.groups && <small>{t('largest', { count: charted.length, all: data.groups })}</small>}
            {before && !CHARTS[question.by] && <BarsLegend now={periods[0] ?? ''} before={periods[1] ?? ''} />}
          </span>
        }
      >
        <Chart label={title} rows={charted} periods={periods} measure={measure} titleOf={titleOf} leadOf={leadOf} />
      </Card>
      <Card flush>
        <GroupTable
          label={t(`by.${question.by}`)}
          rows={rows}
          total={data.total}
          measures={measures.filter(({ key }) => wide || key !== 'guns')}
          titleOf={titleOf}
          leadOf={leadOf}
          sort={measure.key}
          order={question.order}
          onSort={sort}
        />
      </Card>
    </>
  )
}

/** How the network did: by time, by what charged, by how it ended, beside an earlier period. All of the question is in the address. */
export function StatisticsPage() {
  const { t } = useTranslation('statistics')
  const format = useFormat()
  const question = useQuestion()
  const { by, period, compare, site } = question
  const titleOf = useGroupTitles(by)
  const kept = useQuestionViews()
  const query = useCall(
    statistics,
    { by, ...period, compare, site_id: site },
    {
      entities: ['order', 'refund'],
      everyMs: EVERY_MS,
      keepLast: true,
      enabled: !kept.views.pending,
    },
  )
  const { data } = query
  const caption = data && t(data.before ? 'beside' : 'of', spans(data, format.day))
  const share = {
    key: 'share',
    label: t('share'),
    icon: 'link' as const,
    onPress: async () => {
      const copied = await copyText(location.href)
      // Where it cannot be copied it can be read.
      toast(copied ? t('shared') : location.href, copied ? { tone: 'success' } : {})
    },
  }
  const save = {
    key: 'save',
    label: t('save'),
    icon: 'download' as const,
    disabled: !data,
    onPress: () => data && saveGroups(data, { by: t(`by.${by}`), titleOf, word: (key) => t(`measures.${key}`) }),
  }
  return (
    <Page
      title={t('title')}
      badge={<ViewMenu {...kept} narrow={!useWide()} />}
      caption={caption}
      back="/me"
      actions={[share, save]}
    >
      <div className={css.page}>
        <Questions question={question} views={kept.views} />
        <Controls question={question} data={data} />
        <Loaded query={query} skeleton={<Skeleton height={480} />}>
          {(found) => <Shown data={found} question={question} />}
        </Loaded>
      </div>
    </Page>
  )
}

const spans = ({ period, before }: Statistics, day: (date: string) => string) => ({
  from: day(period.from),
  to: day(period.to),
  from_before: before && day(before.from),
  to_before: before && day(before.to),
})
