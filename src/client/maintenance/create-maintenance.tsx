import { useSearchParams } from 'react-router-dom'
import { maintenance } from '../../shared/entities/maintenance.ts'
import { EntityForm } from '../kit/forms/entity-form.tsx'
import { inputs } from './inputs.tsx'

const MINUTE_MS = 60_000
const HOURS_MS = 2 * 3_600_000

/** Plans work, from now for two hours unless it is said otherwise, at the site and the piles in the address, if any. */
export function CreateMaintenance({ onClose }: { onClose: () => void }) {
  const [params] = useSearchParams()
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const [site, pile] = [Number(params.get('site_id')), Number(params.get('pile_id'))]
  const initial = {
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + HOURS_MS).toISOString(),
    ...(site > 0 && { site_id: site }),
    ...(pile > 0 && { pile_ids: [pile] }),
  }
  return <EntityForm entity={maintenance} row={null} initial={initial} inputs={inputs} onClose={onClose} />
}
