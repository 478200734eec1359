import { entityNamed } from '../kit/fields/entity-named.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'

/** The kit's page of a record of an entity that has none of its own. */
export const PlainPage = ({ name, id }: { name: string; id: number }) => (
  <EntityPage entity={entityNamed(name)} id={id} />
)
