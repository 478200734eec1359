import { inspection } from '../../../shared/entities/inspection.ts'
import { EntityList } from '../../kit/records/entity-list.tsx'

/** What is due, overdue and done, pile by pile. */
export const InspectionList = () => <EntityList entity={inspection} filters={['site_id', 'due_on']} />
