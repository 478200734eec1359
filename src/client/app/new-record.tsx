import { entityNamed } from '../kit/fields/entity-named.ts'
import { EntityForm } from '../kit/forms/entity-form.tsx'
import { newRecordAtom, newRecordDone } from '../kit/session/new-record.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { useExtras } from './use-extras.ts'

function Form({ name, onMade }: { name: string; onMade: (made: { id: number }) => void }) {
  const added = useExtras(name)
  if (!added) return null
  const { List: _, Page: __, Create: ___, ...parts } = added
  return <EntityForm entity={entityNamed(name)} row={null} onSaved={onMade} onClose={newRecordDone} {...parts} />
}

/** The form of a record that another form wants to point at: outside of that form, over it. */
export function NewRecord() {
  const wanted = useAtomValue(newRecordAtom)
  return wanted && <Form key={wanted.entity} name={wanted.entity} onMade={wanted.onMade} />
}
