import type { ComponentType } from 'react'
import type { FormPreview } from '../forms/entity-form.tsx'
import type { Below, Beside } from '../forms/form-fields.tsx'

/** What a feature adds to the kit's screens of a plain entity; what is absent is the kit's own. */
export interface EntityExtras {
  /** The list: usually `EntityList` with more actions, cells or columns. */
  List?: ComponentType
  /** Below the form's inputs. */
  preview?: FormPreview
  /** Beside the labels of some of the form's fields. */
  beside?: Beside
  /** Under the inputs of some of the form's fields. */
  below?: Below
  /** Makes a new record where the kit's form would not serve. */
  Create?: ComponentType<{ onClose: () => void }>
  /** A record's own page: usually `EntityPage` with more actions and panels. */
  Page?: ComponentType<{ id: number }>
}
