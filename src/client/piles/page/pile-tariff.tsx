import { useTranslation } from 'react-i18next'
import { clearTariffs, setTariff } from '../../../shared/commands/tariffs.ts'
import type { TariffState } from '../../../shared/domain/pile-tariff.ts'
import { pileTariff } from '../../../shared/endpoints/pile-tariffs.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import type { Tone } from '../../../shared/kit/fields.ts'
import { useCall } from '../../kit/api/queries.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { useAsking } from '../use-asking.ts'
import { type PileView, pileOf } from './pile.ts'
import css from './pile-tariff.module.css'

type Stand = NonNullable<Data<typeof pileTariff>>
type Held = NonNullable<Stand['tariff']>

const TONES: Readonly<Record<TariffState, Tone>> = {
  given: 'available',
  waiting: 'waiting',
  refused: 'faulted',
  none: 'offline',
  not_supported: 'offline',
  cleared: 'offline',
  by_hand: 'reserved',
}

const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function Prices({ tariff: { bands, free_minutes } }: { tariff: Held }) {
  const { t } = useTranslation('tariffs')
  const format = useFormat()
  return (
    <>
      <Facts>
        {bands.map(({ start_hour, end_hour, energy_fee, occupation_fee }) => (
          <Fact
            key={start_hour}
            label={
              start_hour === end_hour ? t('all_day') : t('hours', { from: two(start_hour), to: two(end_hour || 24) })
            }
          >
            <span className={css.price}>
              {t('energy', { price: format.money(energy_fee) })}
              {occupation_fee > 0 && <small>{t('occupation', { price: format.money(occupation_fee) })}</small>}
            </span>
          </Fact>
        ))}
      </Facts>
      {free_minutes > 0 && <small>{t('free', { minutes: free_minutes })}</small>}
    </>
  )
}

function Text({ stand: { state, said, why, shows_only } }: { stand: Stand }) {
  const { t } = useTranslation('tariffs')
  const key = state === 'given' && shows_only ? 'shown' : state
  const figures = {
    said: t(`said.${said ?? 'none'}`, { defaultValue: said ?? '' }),
    why: why === null ? '' : t(`why.${why}`, { defaultValue: why }),
  }
  return <p>{t(`text.${key}`, figures)}</p>
}

function Buttons({ view, isHeld }: { view: PileView; isHeld: boolean }) {
  const sending = useAsking(view, setTariff)
  const clearing = useAsking(view, clearTariffs)
  if (!sending.mayAsk && !clearing.mayAsk) return null
  return (
    <div className="row">
      {sending.mayAsk && (
        <Button icon="refresh" busy={sending.busy} onClick={() => void sending.press()}>
          {sending.name}
        </Button>
      )}
      {clearing.mayAsk && isHeld && (
        <Button look="quiet" icon="trash" busy={clearing.busy} onClick={() => void clearing.press()}>
          {clearing.name}
        </Button>
      )}
    </div>
  )
}

function Shown({ stand, view }: { stand: Stand; view: PileView }) {
  const { t } = useTranslation('tariffs')
  const { tariff, given_at, strategy, state } = stand
  return (
    <div className={css.body}>
      <Text stand={stand} />
      <Facts>
        {strategy && <Fact label={t('strategy')}>{strategy}</Fact>}
        {given_at && (
          <Fact label={t('given_at')}>
            <Ago at={given_at} />
          </Fact>
        )}
      </Facts>
      {tariff && <Prices tariff={tariff} />}
      {state !== 'not_supported' && <Buttons view={view} isHeld={tariff !== null} />}
    </div>
  )
}

/** What a pile that reckons by itself was told of its site's prices. Others have no such part. */
export function PileTariff({ view }: { view: PileView }) {
  const { t } = useTranslation('tariffs')
  const { id } = pileOf(view)
  const isCapable = view.commands.includes(setTariff.name)
  const query = useCall(
    pileTariff,
    { id },
    { entities: ['pile', 'strategy', 'billing_rule', 'site'], only: { pile: [id] }, everyMs: 5_000 },
  )
  if (!isCapable && !query.data) return null
  const state = query.data?.state
  return (
    <Card title={t('title')} aside={state && <Pill tone={TONES[state]}>{t(`state.${state}`)}</Pill>}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {(stand) => (stand ? <Shown stand={stand} view={view} /> : <p>{t('asked')}</p>)}
      </Loaded>
    </Card>
  )
}
