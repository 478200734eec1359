import { maintenance } from '../../shared/entities/maintenance.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useCells } from './use-cells.tsx'
import { useEnding } from './use-ending.ts'

/** Work that is planned, under way and over. */
export function MaintenanceList() {
  const cells = useCells()
  const ending = useEnding()
  return <EntityList entity={maintenance} filters={['site_id']} rowActions={ending} cells={cells} />
}
