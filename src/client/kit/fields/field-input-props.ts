import type { Entity } from '../../../shared/kit/entity.ts'

/** What every field's input takes. */
export interface FieldInputProps {
  entity: Entity
  name: string
  value: unknown
  onChange: (value: unknown) => void
  id: string
  invalid: boolean
  describedBy: string | undefined
  disabled: boolean
  /** The title of what a reference points at, as the record came with it. */
  title?: string
}
