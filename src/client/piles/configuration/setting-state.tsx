import { useTranslation } from 'react-i18next'
import type { Tone } from '../../../shared/kit/fields.ts'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import css from './configuration.module.css'
import { awaitsReboot, type Change, HIDDEN, isDrifted, isHidden, type SettingRow } from './setting-rows.ts'
import type { Said } from './use-change.ts'
import { useSettingWords } from './use-setting-words.ts'

type Word = 'under_way' | 'after_reboot' | 'refused' | 'not_taken' | 'taken'

function stateOf(change: Change): { word: Word; tone: Tone } {
  if (awaitsReboot(change)) return { word: 'after_reboot', tone: 'charging' }
  switch (change.status) {
    case 'queued':
    case 'sent':
      return { word: 'under_way', tone: 'charging' }
    case 'refused':
    case 'failed':
      return { word: 'refused', tone: 'faulted' }
    case 'accepted':
    case 'done':
    case 'no_effect':
      return { word: 'taken', tone: 'available' }
    default:
      return { word: 'not_taken', tone: 'waiting' }
  }
}

function ChangeState({ row, change }: { row: SettingRow; change: Change }) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const { word, tone } = stateOf(change)
  return (
    <span className={css.told}>
      <Pill tone={tone}>
        {t(`state.${word}`, { value: isHidden(row) ? HIDDEN : words.value(row.known, change.value) })}
      </Pill>
      {word === 'refused' && <small>{words.answer(change.word, change.reason)}</small>}
    </span>
  )
}

/** How a key stands, and what was said last of a change. */
export function SettingState({ row, said }: { row: SettingRow; said: Said | null }) {
  return (
    <span className="grow">
      <Standing row={row} />
      {said && (
        <small className={said.good ? css.good : css.wrong} role="status">
          {said.text}
        </small>
      )}
    </span>
  )
}

/** As it was read, fixed, hidden, or what became of a change. */
function Standing({ row }: { row: SettingRow }) {
  const { t } = useTranslation('configuration')
  if (row.change) return <ChangeState row={row} change={row.change} />
  const plain = (icon: IconName, word: string, look = css.quiet) => (
    <span className={look}>
      <Icon name={icon} size={14} /> {t(`state.${word}`)}
    </span>
  )
  if (isHidden(row)) return plain('eye', 'hidden')
  if (isDrifted(row)) return <Pill tone="waiting">{t('template.differs')}</Pill>
  if (row.read_only) return plain('lock', 'read_only')
  if (row.drift?.state === 'same')
    return (
      <span className={css.same}>
        <Icon name="check" size={14} /> {t('template.as')}
      </span>
    )
  return plain('check', 'same', css.same)
}
