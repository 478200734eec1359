import { memo, type ReactNode, Suspense, useCallback, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { Spot } from '../../../shared/endpoints/berths.ts'
import type { SiteWalk } from '../../../shared/endpoints/site-walk.ts'
import { useNow } from '../../kit/i18n/use-now.ts'
import { useHere } from '../../kit/map/here.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Page } from '../../kit/ui/page.tsx'
import { Empty, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { Chips } from '../../kit/ui/tabs.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import { useSaying } from '../../offline/use-saying.ts'
import { BerthSheet } from './berth-sheet.tsx'
import { FindSheet } from './find-sheet.tsx'
import { pressLooked } from './said.ts'
import {
  gunsIn,
  inOrder,
  isOfToday,
  isShown,
  metresTo,
  type Stop,
  type Struck,
  struckIn,
  WALK_FILTERS,
  type WalkFilter,
  type WalkOrder,
} from './stops.ts'
import { StruckCard } from './struck-card.tsx'
import { useWalk } from './use-walk.ts'
import css from './walk.module.css'
import { WalkCard } from './walk-card.tsx'
import { OrderChoice } from './walk-order.tsx'
import { WalkPlan } from './walk-plan.tsx'
import { useStopWords } from './walk-words.ts'
import { useNoteWalked } from './walked.ts'

/** How far the round of today is, and how many guns are free, at a glance. */
function Round({ stops, today }: { stops: readonly Stop[]; today: (stop: Stop) => boolean }) {
  const { t } = useTranslation('walk')
  const looked = stops.filter(today).length
  const free = stops.reduce((sum, stop) => sum + gunsIn(stop, 'available'), 0)
  const at = stops.filter((stop) => isShown(stop, 'free')).length
  return (
    <section className={css.round} aria-label={t('round')}>
      <div className="row between">
        <b>{t('round')}</b>
        <span>{t('looked_of', { count: looked, all: stops.length })}</span>
      </div>
      <progress className={css.progress} value={looked} max={Math.max(1, stops.length)} aria-label={t('round')} />
      <b className={css.free}>
        {t('free_guns', { count: free })}
        {at > 0 && ` · ${t('at_piles', { count: at })}`}
      </b>
    </section>
  )
}

function useFilter(stops: readonly Stop[]) {
  const { t } = useTranslation('walk')
  const { toneOf } = useStopWords()
  const [chosen, choose] = useState<WalkFilter | null>(null)
  // Where nothing is wrong one begins with all of it.
  const current = chosen ?? (stops.some(({ need }) => need) ? 'needs' : 'all')
  const counted: Record<WalkFilter, number> = {
    needs: stops.filter(({ need }) => need).length,
    free: stops.filter((stop) => isShown(stop, 'free')).length,
    charging: stops.filter((stop) => isShown(stop, 'charging')).length,
    all: stops.length,
  }
  const tones = { free: toneOf('available'), charging: toneOf('charging') }
  const chips = WALK_FILTERS.map((key) => ({
    ...{ key, label: t(`filters.${key}`), count: String(counted[key]) },
    ...(key in tones && { tone: tones[key as keyof typeof tones] }),
  }))
  return { current, bar: <Chips label={t('filter')} chips={chips} current={current} onChange={choose} /> }
}

interface CardsProps {
  stops: readonly Stop[]
  struck: readonly Struck[]
  card: (stop: Stop) => ReactNode
}

/** What struck many piles is one card; where more is wrong with one of them it has a card of its own. */
function Cards({ stops, struck, card }: CardsProps) {
  const behind = new Set(struck.flatMap(({ stops }) => stops))
  return (
    <div className={css.cards}>
      {struck.map((one) => (
        <StruckCard key={one.matter.id} struck={one}>
          {one.stops.map(card)}
        </StruckCard>
      ))}
      {stops.filter((stop) => !behind.has(stop)).map(card)}
    </div>
  )
}

interface Finding {
  finding: boolean
  setFinding: (finding: boolean) => void
}

/** Between two touches, but the first of them at once. */
function useFirstAtOnce<T extends readonly unknown[]>(items: T): T {
  const later = useDeferredValue(items)
  return later.length > 0 ? later : items
}

/** Not drawn anew with its page: what piles say all the time is drawn between two touches. */
const Walk = memo(function Walk({
  site,
  finding,
  setFinding,
  ...found
}: Pick<SiteWalk, 'site'> & Finding & Omit<ReturnType<typeof useWalk>, 'walk'>) {
  const { t } = useTranslation('walk')
  const { stops, spots } = found
  const now = useNow()
  const say = useSaying()
  const filter = useFilter(stops)
  const [order, setOrder] = useState<WalkOrder>('faulty')
  const here = useHere(order === 'nearest')
  const [berth, setBerth] = useState<number | null>(null)
  const today = ({ pile }: Stop) => isOfToday(pile.looked_at, site.midnight, Math.max(now, Date.now()))
  const shown = inOrder(
    stops.filter((stop) => isShown(stop, filter.current)),
    order,
    here,
  )
  const byPile = new Map(stops.map((stop) => [stop.pile.id, stop]))
  const open = spots.find(({ id }) => id === berth)
  const sayNow = useRef(say)
  sayNow.current = say
  // One for good each: with another one all cards would be drawn anew.
  const look = useCallback(({ pile }: Stop) => {
    void sayNow.current(() => pressLooked(pile))
  }, [])
  const openBerth = useCallback(({ id }: Spot) => setBerth(id), [])
  if (stops.length === 0) return <Empty icon="plug" text={t('no_piles')} />
  return (
    <div className={css.walk}>
      <Round stops={stops} today={today} />
      {filter.bar}
      {spots.length > 0 && <WalkPlan {...{ spots, stops: byPile }} chosen={berth} onChoose={openBerth} />}
      <div className={css.order}>
        <small>{t('shown', { count: shown.length, all: stops.length })}</small>
        <OrderChoice order={order} onChoose={setOrder} />
      </div>
      {shown.length === 0 && <Empty icon="check" text={t('nothing')} />}
      <Cards
        stops={shown}
        struck={filter.current === 'needs' ? struckIn(shown) : []}
        card={(stop) => (
          <WalkCard
            key={stop.pile.id}
            stop={stop}
            metres={order === 'nearest' ? metresTo(stop, here) : null}
            lookedAt={today(stop)}
            onLook={look}
            onBerth={openBerth}
          />
        )}
      />
      {/* What opens over the walk brings words of its own: the walk stays in sight until they are there. */}
      <Suspense fallback={null}>
        {finding && (
          <FindSheet
            spots={spots}
            onClose={() => setFinding(false)}
            onFound={({ id }) => {
              setFinding(false)
              setBerth(id)
            }}
          />
        )}
        {open && (
          <BerthSheet
            key={open.id}
            spot={open}
            pile={open.pile ? byPile.get(open.pile.id)?.pile : undefined}
            onClose={() => setBerth(null)}
          />
        )}
      </Suspense>
    </div>
  )
})

/** A site for a person who walks through it, one hand free: what needs hands first, the berths by thumb, what was not looked at. */
export function WalkPage() {
  const { t } = useTranslation('walk')
  const siteId = Number(useParams().id)
  const { walk, stops, spots } = useWalk(siteId)
  const found = { stops: useFirstAtOnce(stops), spots: useFirstAtOnce(spots) }
  useNoteWalked(siteId, walk.data !== undefined)
  const back = useRecordPath()('site', siteId) ?? '/walk'
  const [finding, setFinding] = useState(false)
  const wide = useWide()
  const find = spots.length > 0 && (
    <Button look={wide ? 'plain' : 'quiet'} icon="search" label={t('find')} onClick={() => setFinding(true)} />
  )
  return (
    <Page
      title={walk.data?.site.name ?? t('title')}
      // Where the site did not come the title says that already.
      {...(!walk.isLoadingError && { caption: t('title') })}
      badge={wide && find}
      bar={find}
      back={back}
    >
      <Loaded query={walk} skeleton={<Skeleton height={420} />}>
        {({ site }) => (
          <Suspense fallback={<Skeleton height={420} />}>
            <Walk {...{ site, finding, setFinding }} {...found} />
          </Suspense>
        )}
      </Loaded>
    </Page>
  )
}
