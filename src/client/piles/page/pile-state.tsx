import { useTranslation } from 'react-i18next'
import type { Pile } from '../../../shared/entities/pile.ts'
import { useStateTones } from '../../kit/dictionaries/use-state-tones.ts'
import { Pill } from '../../kit/ui/pill.tsx'
import { useConnectorWords } from '../connector-words.ts'
import { FloodMark } from '../flood-mark.tsx'
import { NotConnectedYet } from '../not-connected-yet.tsx'
import { isConnected } from './pile.ts'

/** Whether a pile can be reached. What its connectors do is theirs to say. */
export function PileState({ pile }: { pile: Pile }) {
  const { t } = useTranslation('piles')
  const { passed } = useConnectorWords()
  const toneOf = useStateTones()
  if (!pile.enabled) return <Pill tone="offline">{t('disabled')}</Pill>
  if (pile.never_connected) return <NotConnectedYet pile={pile} />
  if (isConnected(pile))
    return (
      <>
        <Pill tone="available">{t('online')}</Pill> <FloodMark pile={pile} />
      </>
    )
  return (
    <Pill tone={toneOf('offline')}>
      {pile.last_seen_at ? t('offline_for', { for: passed(pile.last_seen_at) }) : t('offline')}
    </Pill>
  )
}
