import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'

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
  /** A secret that was made here, and that the person need not type again. */
  onMade?: (secret: string) => void
  /** A reference is looked for among those that there are: none is made in place. */
  finds?: true
  /** The title of what a reference points at, as the record came with it. */
  title?: string
}

/** What the input of a kind takes besides: the field, and its label's words. */
export type KindInputProps = FieldInputProps & { field: Field; label: string }
