import { entityNamed } from '../kit/fields/entity-named.ts'
import { EntityList } from '../kit/records/entity-list.tsx'

/** The kit's list of an entity that has none of its own. */
export const PlainList = ({ name }: { name: string }) => <EntityList entity={entityNamed(name)} />
