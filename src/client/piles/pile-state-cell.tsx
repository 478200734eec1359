import { type Pile, pile as pileEntity } from '../../shared/entities/pile.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { MaintenanceMark } from '../kit/ui/maintenance-mark.tsx'
import { DriftMark } from './drift-mark.tsx'
import { FloodMark } from './flood-mark.tsx'
import { NotConnectedYet } from './not-connected-yet.tsx'

/** A pile's state in the list. One that is still in its box is not offline as one is whose line broke. */
export function PileStateCell({ pile }: { pile: Pile & { maintenance_until?: string | null } }) {
  if (pile.never_connected) return <NotConnectedYet pile={pile} />
  return (
    <>
      <StatusPill entity={pileEntity} name="state" value={pile.state} />{' '}
      <MaintenanceMark until={pile.maintenance_until} short /> <FloodMark pile={pile} /> <DriftMark pile={pile} />{' '}
    </>
  )
}
