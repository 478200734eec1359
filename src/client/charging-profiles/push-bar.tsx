import { useTranslation } from 'react-i18next'
import type { pushLog } from '../../shared/endpoints/charging-profiles.ts'
import { campaignTarget, type TargetState } from '../../shared/entities/campaign-target.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { SegmentBar } from '../kit/charts/segment-bar.tsx'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import css from './profile-page.module.css'

/** As the bar fills: what is done first, what nobody has begun last. */
const ORDER: readonly TargetState[] = [
  ...(['done', 'accepted', 'sent', 'refused', 'failed', 'unclear', 'unreached', 'pending', 'cancelled'] as const),
]

interface Part {
  key: string
  count: number
  tone: Tone
  word: string
}

/** The latest push as a whole: 412 piles, 380 of them done, over a bar. */
export function PushBar({ last: { action, targets, differ } }: { last: NonNullable<Data<typeof pushLog>['last']> }) {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  const words = useWords(campaignTarget)
  const toneOf = useTones(campaignTarget, 'state')
  const of = (state: TargetState) => targets[state] ?? 0
  const all = ORDER.reduce((sum, state) => sum + of(state), 0)
  const states: Part[] = ORDER.map((key) => ({
    ...{ key, tone: toneOf(key), word: words.choice('state', key) },
    count: of(key) - (key === 'done' ? differ : 0),
  }))
  const parts = states.toSpliced(1, 0, { key: 'differs', count: differ, tone: 'waiting', word: t('check.differs') })
  return (
    <div className={css.push}>
      <SegmentBar segments={parts} />
      <p>
        <b>{t(`pushed.${action}`, { count: all, all: format.number(all) })}</b>
        {parts.map(
          ({ key, count, tone, word }) =>
            count > 0 && (
              <span key={key} style={{ color: `var(--${tone})` }}>
                {t('pushed.part', { n: format.number(count), word: word.toLocaleLowerCase(format.locale) })}
              </span>
            ),
        )}
      </p>
    </div>
  )
}
