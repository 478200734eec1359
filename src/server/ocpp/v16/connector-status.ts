import { CONNECTOR_STATES, type ConnectorState } from '../../../shared/domain/connector-states.ts'

/** 1.6's nine statuses (7.7) are ours as well. */
const known = new Map<string, ConnectorState>(CONNECTOR_STATES.map((state) => [state.toLowerCase(), state]))
// What older and newer firmware says in their place: 1.5 and 2.0.1 know one word for "somebody is there".
known.set('occupied', 'Preparing')
known.set('suspended', 'SuspendedEV')
known.set('outofservice', 'Unavailable')

/** What a pile reported, in our words; null when it is none that we know. */
export const readStatus = (status: string): ConnectorState | null => known.get(status.trim().toLowerCase()) ?? null
