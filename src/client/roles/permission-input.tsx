import { PEOPLE_ONLY } from '../../shared/domain/people-only.ts'
import { clientApp } from '../../shared/entities/client-app.ts'
import type { FieldInputProps } from '../kit/fields/field-input-props.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { PermissionTree } from './permission-tree.tsx'

const NOBODY_ELSE: ReadonlySet<string> = new Set()

/** The menu of a role or a client app in its form: a tree to tick instead of names to choose one by one. */
export function PermissionInput({ entity, name, id, value, onChange }: FieldInputProps) {
  const label = useWords(entity).label(name)
  return (
    <div id={id}>
      <PermissionTree
        label={label}
        value={Array.isArray(value) ? (value as number[]) : []}
        onChange={onChange}
        peopleOnly={entity.name === clientApp.name ? PEOPLE_ONLY : NOBODY_ELSE}
      />
    </div>
  )
}
