import { filtersOf } from '../../../../shared/kit/columns.ts'
import type { Entity } from '../../../../shared/kit/entity.ts'

/** The fields that a list offers as filters. Those that always hold are no one's choice. */
export const filterable = (entity: Entity, fixed: object = {}) =>
  Object.entries(filtersOf(entity)).filter(([name, field]) => field.filter && !(name in fixed))
