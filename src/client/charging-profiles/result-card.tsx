import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DAY_S, type ToldSchedule } from '../../shared/domain/charging-profiles/profile.ts'
import { askSchedule, PUSH } from '../../shared/endpoints/charging-profiles.ts'
import { chargingProfile } from '../../shared/entities/charging-profile.ts'
import { useSend } from '../kit/api/queries.ts'
import { Legend } from '../kit/charts/legend.tsx'
import type { Draft } from '../kit/fields/draft.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Can } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Select } from '../kit/ui/select.tsx'
import { Banner, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './profile-page.module.css'
import chartCss from './step-chart.module.css'
import { StepChart } from './step-chart.tsx'
import { profileOf, topOf } from './steps.ts'
import { TakesLine } from './takes-line.tsx'
import { useAxis } from './use-axis.ts'
import { decidesFor, differencesIn, type Place, type Result, stretchesOf, toldSteps, useResult } from './use-result.ts'
import { useSitePiles } from './use-site-piles.ts'

interface Props {
  id: number
  name: string
  site: number
  /** The profile as it is being drawn. */
  draft: Draft
}

interface ShownProps {
  result: Result
  told: { schedule: ToldSchedule; at: string } | null
  own: ReturnType<typeof profileOf>
}

/** The day that is shown, in seconds: 23 to 25 hours. */
const spanOf = ({ from, to }: Result) => (to - from) / 1000

/** Where the pile says another limit than ours. */
function Differences({ result, told, own }: ShownProps) {
  const { t } = useTranslation('charging_profiles')
  const span = spanOf(result)
  const axis = useAxis({ clock: result.clock, span, unit: own.charging_rate_unit })
  const theirs = useAxis({ clock: null, span, unit: told?.schedule.charging_rate_unit ?? 'W' })
  const found = told ? differencesIn(result, told.schedule, own) : []
  const clock = (at: number) => axis.clock((at - result.from) / 1000)
  return (
    <ul className={css.differs}>
      {found.map(({ from, to, ours, theirs: said }) => (
        <li key={from}>
          {t('differs_from_to', {
            ...{ from: clock(from), to: clock(to), pile: theirs.quantity(said), ours: axis.quantity(ours) },
          })}
        </li>
      ))}
    </ul>
  )
}

function Chart({ result, told, own }: ShownProps) {
  const { t } = useTranslation('charging_profiles')
  const unit = own.charging_rate_unit
  const span = spanOf(result)
  const axis = useAxis({ clock: result.clock, span, unit })
  const answered = told ? toldSteps(told.schedule, result) : []
  const limits = [...result.steps, ...answered].flatMap(({ limit }) => limit ?? [])
  const sameUnit = told?.schedule.charging_rate_unit === unit
  const marked = told ? differencesIn(result, told.schedule, own) : []
  return (
    <>
      <StepChart
        label={t('result')}
        span={span}
        top={topOf(limits, unit)}
        figure={axis.figure}
        unit={axis.unit}
        ticks={axis.ticks}
        marked={marked.map(({ from, to }) => ({ from: (from - result.from) / 1000, to: (to - result.from) / 1000 }))}
        lines={[
          { key: 'result', look: 'result', stretches: stretchesOf(result.steps, result) },
          ...(sameUnit ? [{ key: 'told', look: 'told' as const, stretches: stretchesOf(answered, result) }] : []),
        ]}
      />
      <div className={chartCss.legend}>
        <Legend
          entries={[
            { key: 'result', label: t('result'), mark: chartCss.asResult },
            ...(told ? [{ key: 'told', label: t('told_at', { at: told.at }), mark: chartCss.asTold }] : []),
          ]}
        />
      </div>
    </>
  )
}

/** Each profile of the pile, and for how long it decides today. */
function Rules({ result }: { result: Result }) {
  const { t } = useTranslation('charging_profiles')
  const words = useWords(chargingProfile)
  const format = useFormat()
  const outside = decidesFor(result, 'outside')
  return (
    <ul className={css.rules}>
      {result.profiles.map(({ id, name, connector_number, profile }) => {
        const seconds = decidesFor(result, id)
        return (
          <li key={`${id} ${connector_number}`}>
            <span>
              <b>{name}</b>{' '}
              <small>
                {words.choice('charging_profile_purpose', profile.charging_profile_purpose)} ·{' '}
                {t('stack', { level: profile.stack_level })}
              </small>
            </span>
            <span>{seconds > 0 ? t('decides', { time: format.duration(seconds) }) : t('decides_never')}</span>
          </li>
        )
      })}
      {result.isLimited && (
        <li>
          <b>{t('outside.title')}</b>
          <span>{outside > 0 ? t('decides', { time: format.duration(outside) }) : t('decides_never')}</span>
        </li>
      )}
    </ul>
  )
}

/** Asking the pile what its profiles come to; its answer belongs to the gun that was asked. */
function useTold(place: Place | null, zone: string | undefined) {
  const format = useFormat()
  const asking = useSend(askSchedule, [])
  const [told, setTold] = useState<{
    place: string
    schedule: ToldSchedule | null
    word: string | null
    at: string
  } | null>(null)
  const here = JSON.stringify(place)
  return {
    busy: asking.isPending,
    failure: asking.error?.message,
    told: told?.place === here ? told : null,
    ask(unit: 'A' | 'W') {
      if (!place) return
      asking.mutate(
        { ...place, seconds: DAY_S, unit },
        { onSuccess: (answer) => setTold({ place: here, ...answer, at: format.time(new Date().toISOString(), zone) }) },
      )
    },
  }
}

/** What results at a gun when all profiles hold at once, and what its pile says itself. */
export function ResultCard({ id, name, site, draft }: Props) {
  const { t } = useTranslation('charging_profiles')
  const piles = useSitePiles(site)
  const [chosen, setChosen] = useState<number | null>(null)
  const [gun, setGun] = useState(1)
  const pileId = chosen ?? piles[0]?.key ?? null
  const place = useMemo(() => (pileId === null ? null : { pile_id: pileId, connector_number: gun }), [pileId, gun])
  const own = useMemo(() => profileOf(draft), [draft])
  const { query, result } = useResult(own, { id, name }, place)
  const { told, busy, failure, ask } = useTold(place, result?.clock.zone)
  const schedule = told?.schedule ? { schedule: told.schedule, at: told.at } : null
  const differs = result && schedule ? differencesIn(result, schedule.schedule, own).length > 0 : false
  const guns = [
    ...(query.data?.connectors ?? []).map(({ number }) => ({ key: number, label: t('gun', { n: number }) })),
    { key: 0, label: t('whole_pile') },
  ]
  if (pileId === null) return <Card title={t('result_at')}>{t('no_piles')}</Card>
  return (
    <Card
      title={t('result_at')}
      aside={schedule && <Pill tone={differs ? 'waiting' : 'available'}>{t(differs ? 'differs' : 'agrees')}</Pill>}
    >
      <div className={css.asked}>
        <Select<number>
          label={t('pile')}
          options={piles}
          value={piles.find(({ key }) => key === pileId) ?? null}
          onChange={(option) => option && setChosen(option.key)}
        />
        <Select<number>
          label={t('gun_or_pile')}
          options={guns}
          value={guns.find(({ key }) => key === gun) ?? null}
          onChange={(option) => option && setGun(option.key)}
        />
        <Can permission={PUSH}>
          <Button icon="refresh" busy={busy} onClick={() => ask(own.charging_rate_unit)}>
            {t(told ? 'ask_again' : 'ask')}
          </Button>
        </Can>
      </div>
      {failure && (
        <Banner tone="faulted" icon="warning">
          {failure}
        </Banner>
      )}
      {told && !told.schedule && (
        <Banner tone="waiting" icon="warning">
          {told.word === null
            ? t('no_answer')
            : t(`answers.${told.word}`, { defaultValue: t('answered', { word: told.word }) })}
        </Banner>
      )}
      <Loaded query={query} skeleton={<Skeleton height={220} />}>
        {() =>
          result && (
            <>
              <Chart result={result} told={schedule} own={own} />
              <Differences result={result} told={schedule} own={own} />
              <Rules result={result} />
              {query.data && <TakesLine takes={query.data.takes} />}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
