import { useTranslation } from 'react-i18next'
import type { Pile } from '../../../shared/entities/pile.ts'
import { useStateTones } from '../../kit/dictionaries/use-state-tones.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Pill } from '../../kit/ui/pill.tsx'
import { useCopyAge } from '../../offline/use-copy-age.ts'
import { useConnectorWords } from '../connector-words.ts'
import { FloodMark } from '../flood-mark.tsx'
import { NotConnectedYet } from '../not-connected-yet.tsx'
import { isConnected } from './pile.ts'

/** Whether a pile can be reached. What its connectors do is theirs to say. */
export function PileState({ pile }: { pile: Pile }) {
  const { t } = useTranslation('piles')
  const { passed } = useConnectorWords()
  const toneOf = useStateTones()
  const format = useFormat()
  const { copy } = useCopyAge()
  if (!pile.enabled) return <Pill tone="offline">{t('disabled')}</Pill>
  if (pile.never_connected) return <NotConnectedYet pile={pile} />
  // Of a copy nobody knows whether it still holds; in a dialog the page's word of its age is out of sight.
  if (isConnected(pile) && copy) return <Pill tone="offline">{t('online_of', { age: format.ago(copy) })}</Pill>
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
