import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type PileRanking, pileRanking } from '../../shared/entities/pile-ranking.ts'
import { ShareBar } from '../kit/charts/share-bar.tsx'
import { dayEnd, dayStart } from '../kit/fields/days.ts'
import { readPeriod } from '../kit/fields/period.ts'
import { daysOf } from '../kit/fields/quick-ranges.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { RecordList } from '../kit/records/record-list.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { useWide } from '../kit/ui/use-wide.ts'

/** It is worked out anew from all that was recorded: not at each report of each pile. */
const EVERY_MS = 30_000

/** The days that the address asks for; without any the server takes the last thirty. */
function usePeriod() {
  const [address] = useSearchParams()
  const period = readPeriod(address.get('period'))
  return { asked: period !== null, ...(period ?? daysOf('days_30')) }
}

/** How long it was so, and how much of the time that is. */
function Spell({ seconds, of }: { seconds: number; of: number }) {
  const format = useFormat()
  if (seconds === 0) return <span className="caption">0</span>
  return (
    <>
      {format.duration(seconds)}{' '}
      <small>
        {format.number((seconds / of) * 100, 1)}
        {'\u00a0'}%
      </small>
    </>
  )
}

/** Which piles gave the most trouble, worst first. */
export function WorstPiles() {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const wide = useWide()
  const path = useRecordPath()
  const alarms = useHome('alarm')
  const { asked, from, to } = usePeriod()
  const alarmsOf = ({ id }: PileRanking): Action[] =>
    alarms
      ? [
          {
            key: 'alarms',
            label: t('ranking.alarms'),
            icon: 'bell',
            to: `${alarms}?pile_id=${id}&raised_at=${dayStart(from)}..${dayEnd(to)}`,
          },
        ]
      : []
  return (
    <RecordList
      back="/me"
      entity={pileRanking}
      filters={['period', 'site_id', 'pile_type_id']}
      fresh={{ also: ['alarm', 'offline_record', 'pile'], everyMs: EVERY_MS }}
      open={({ id }) => path('pile', id)}
      rowActions={alarmsOf}
      caption={() =>
        asked ? t('ranking.caption', { from: format.day(from), to: format.day(to) }) : t('ranking.recent')
      }
      cells={{
        down_share: ({ down_share }) => {
          if (down_share === null) return EMPTY
          const text = `${format.number(down_share / 100, 2)}\u00a0%`
          return (
            <ShareBar share={down_share / 10_000} tone="faulted">
              {text}
            </ShareBar>
          )
        },
        offline_seconds: (row) => <Spell seconds={row.offline_seconds} of={row.watched_seconds} />,
        fault_seconds: (row) => <Spell seconds={row.fault_seconds} of={row.watched_seconds} />,
        failed_sessions: ({ failed_sessions }) => (
          <span title={t('ranking.failed')}>{format.number(failed_sessions)}</span>
        ),
      }}
      {...(!wide && { without: ['sessions'] })}
    />
  )
}
