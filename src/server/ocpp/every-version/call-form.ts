import type { FormNode } from '../../../shared/domain/call-form.ts'
import type { Schema, SchemaSet } from './schema-set.ts'

/** A maker's own, which every part of a call may have from 2.0.1 on: written as JSON, it would stand in a form as often. */
const OF_MAKERS = 'customData'

/** What a call of ours takes, as a form asks for it; null for an action that there is not. */
export function formOf(schemas: SchemaSet, action: string): FormNode | null {
  const schema = schemas.of(action)
  return schema ? nodeOf(schema, schema.definitions ?? {}) : null
}

function nodeOf(schema: Schema, definitions: Record<string, Schema>): FormNode {
  const named = schema.$ref && definitions[schema.$ref.replace('#/definitions/', '')]
  if (named) return nodeOf(named, definitions)
  if (schema.enum) return { kind: 'choice', values: schema.enum }
  switch (schema.type) {
    case 'object': {
      const required = new Set(schema.required)
      const parts = Object.entries(schema.properties ?? {}).filter(([name]) => name !== OF_MAKERS)
      const fields = parts.map(([name, inner]) => ({
        ...{ name, required: required.has(name) },
        node: nodeOf(inner, definitions),
      }))
      // What is needed comes first.
      return { kind: 'object', fields: fields.sort((a, b) => Number(b.required) - Number(a.required)) }
    }
    case 'array':
      return { kind: 'list', item: nodeOf(schema.items ?? {}, definitions), least: schema.minItems ?? 0 }
    case 'string':
      return { kind: 'text', max: schema.maxLength ?? null, moment: schema.format === 'date-time' }
    case 'integer':
      return { kind: 'figure', whole: true }
    case 'number':
      return { kind: 'figure', whole: false }
    case 'boolean':
      return { kind: 'flag' }
    default:
      return { kind: 'any' }
  }
}
