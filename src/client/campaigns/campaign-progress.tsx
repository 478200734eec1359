import { useTranslation } from 'react-i18next'
import type { CampaignRow } from '../../shared/endpoints/campaigns.ts'
import { campaignTarget, type TargetState } from '../../shared/entities/campaign-target.ts'
import { SegmentBar } from '../kit/charts/segment-bar.tsx'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import css from './campaigns.module.css'

/** As the bar fills: what is done first, what nobody has begun last. */
const ORDER: readonly TargetState[] = [
  'done',
  'accepted',
  'sent',
  'refused',
  'failed',
  'unclear',
  'unreached',
  'pending',
  'cancelled',
]

/** How far a campaign is: 33 of 41 done over a bar, and in words what became of the others. */
export function CampaignProgress({ targets, whole }: { targets: CampaignRow['targets']; whole?: true }) {
  const { t } = useTranslation('campaigns')
  const format = useFormat()
  const words = useWords(campaignTarget)
  const toneOf = useTones(campaignTarget, 'state')
  const all = ORDER.reduce((sum, state) => sum + targets[state], 0)
  const others = ORDER.filter((state) => state !== 'done' && targets[state] > 0)
  return (
    <div className={whole ? css.whole : css.progress}>
      <span className={whole ? css.lead : undefined}>
        {t('done_of', { done: format.number(targets.done), all: format.number(all) })}
      </span>
      <SegmentBar segments={ORDER.map((key) => ({ key, count: targets[key], tone: toneOf(key) }))} />
      {whole && (
        <p className={css.others}>
          {others.map((state) => `${words.choice('state', state)} ${format.number(targets[state])}`).join(' · ')}
        </p>
      )}
    </div>
  )
}
