import type { ComponentType } from 'react'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import type { FormPreview } from '../forms/entity-form.tsx'
import type { FormParts } from '../forms/form-fields.tsx'

/** What a feature adds to the kit's screens of a plain entity; what is absent is the kit's own. */
export interface EntityExtras extends FormParts {
  /** The list: usually `EntityList` with more actions, cells or columns. */
  List?: ComponentType
  /** What it asks for when it opens, where its address says nothing: what is kept of that stands there at the first paint. */
  opensOn?: { entity: Entity; search: string }
  /** Below the form's inputs. */
  preview?: FormPreview
  /** What people call a record, where that is no field's text. */
  nameOf?: (row: AnyRow) => string
  /** Makes a new record where the kit's form would not serve. */
  Create?: ComponentType<{ onClose: () => void }>
  /** A record's own page: usually `EntityPage` with more actions and panels. */
  Page?: ComponentType<{ id: number }>
}
