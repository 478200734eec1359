import { useTranslation } from 'react-i18next'
import { type Pile, pile as pileEntity } from '../../shared/entities/pile.ts'
import { useStateTones } from '../kit/dictionaries/use-state-tones.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { FloodMark } from './flood-mark.tsx'

/** A pile's state in the list. One that is still in its box is not offline as one is whose line broke. */
export function PileStateCell({ pile }: { pile: Pile }) {
  const { t } = useTranslation('piles')
  const toneOf = useStateTones()
  if (pile.never_connected) return <Pill tone={toneOf('offline')}>{t('never_connected')}</Pill>
  return (
    <>
      <StatusPill entity={pileEntity} name="state" value={pile.state} /> <FloodMark pile={pile} />
    </>
  )
}
