import { useTranslation } from 'react-i18next'
import type { CampaignRow, CampaignWave } from '../../shared/endpoints/campaigns.ts'
import { OPEN_TARGET, RETRIED_TARGET, type TargetState } from '../../shared/entities/campaign-target.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Pill } from '../kit/ui/pill.tsx'
import { CampaignProgress } from './campaign-progress.tsx'
import css from './campaigns.module.css'

type WaveState = 'not_begun' | 'waiting' | 'under_way' | 'held' | 'done' | 'with_failures' | 'left_out'

const TONES: Record<WaveState, Tone> = {
  not_begun: 'offline',
  waiting: 'offline',
  under_way: 'charging',
  held: 'waiting',
  done: 'available',
  with_failures: 'faulted',
  left_out: 'offline',
}

const sumOf = (targets: CampaignWave['targets'], states = Object.keys(targets) as readonly TargetState[]) =>
  states.reduce((sum, state) => sum + targets[state], 0)

function stateOf({ wave, targets, began_at }: CampaignWave, campaign: CampaignRow): WaveState {
  if (sumOf(targets, OPEN_TARGET) === 0) {
    if (sumOf(targets, RETRIED_TARGET) > 0) return 'with_failures'
    return targets.done > 0 ? 'done' : 'left_out'
  }
  if (campaign.state !== 'running') return 'held'
  if (wave > campaign.wave) return 'waiting'
  return began_at ? 'under_way' : 'not_begun'
}

/** The first few of a campaign and the others behind them, each with how far it is; nothing where all are asked together. */
export function CampaignWaves({ row }: { row: CampaignRow }) {
  const { t } = useTranslation('campaigns')
  if (row.waves.length < 2) return null
  return (
    <ol className={css.waves} aria-label={t('waves.title')}>
      {row.waves.map((wave) => (
        <Wave key={wave.wave} wave={wave} state={stateOf(wave, row)} />
      ))}
    </ol>
  )
}

function Wave({ wave, state }: { wave: CampaignWave; state: WaveState }) {
  const { t } = useTranslation('campaigns')
  const format = useFormat()
  const { began_at, ended_at, targets } = wave
  const times = [
    ...(began_at ? [t('waves.began', { at: format.full(began_at) })] : []),
    ...(ended_at ? [t('waves.ended', { at: format.full(ended_at) })] : []),
  ]
  return (
    <li className={css.wave}>
      <div className="row between">
        <h3>{t(wave.wave === 1 ? 'waves.first' : 'waves.others', { count: sumOf(targets) })}</h3>
        <Pill tone={TONES[state]}>{t(`waves.states.${state}`)}</Pill>
      </div>
      <CampaignProgress targets={targets} />
      {times.length > 0 && <small>{times.join(' · ')}</small>}
    </li>
  )
}
