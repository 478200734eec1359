import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { exportQuery, importForm, importOutcome } from '../kit/sheets.ts'

const entityName = z.optional(z.string().check(z.maxLength(60, { error: 'too_long' })))

/**
 * The list of the entity `name` as a sheet; needs that entity's permission to export. Filters are those of the list: lists
 * and ranges as JSON. With `template` instead: an empty sheet to fill in for that entity, which needs its permission to import.
 */
export const fileExport = endpoint({
  method: 'GET',
  path: '/fileExport',
  lags: true,
  permission: 'signed_in',
  reaches: 'itself',
  body: z.extend(exportQuery, { name: entityName, template: entityName }),
  data: z.null(),
  answers: 'file',
})

/** Takes records of the entity `name` from a sheet (multipart, the file as `file`); needs that entity's permission to import. */
export const fileImport = endpoint({
  method: 'POST',
  path: '/fileImport',
  permission: 'signed_in',
  reaches: 'itself',
  takes: 'form',
  body: z.extend(importForm, { name: entityName }),
  data: importOutcome,
  repeatable: true,
})
