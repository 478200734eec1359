import type { Field, Fields } from './fields.ts'

/** What is wrong with an input: a key of the locales' `errors`, and its figures. */
export interface Problem {
  key: string
  figures?: Record<string, string | number>
}

interface Issue {
  readonly code?: string
  readonly message: string
  readonly path: readonly PropertyKey[]
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly params?: { readonly figures?: Record<string, string | number> } | undefined
}

const KEY = /^[a-z_]+$/

/** The first problem of each field, by its path (`columns.0.width`). `fields` lets bounds be said in the unit that people see. */
export function problemsOf(issues: readonly Issue[], fields: Fields = {}): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  for (const issue of issues) {
    const path = issue.path.map(String).join('.') || 'body'
    if (!Object.hasOwn(problems, path)) problems[path] = problemOf(issue, fields[path])
  }
  return problems
}

function problemOf(issue: Issue, field: Field | undefined): Problem {
  const key = KEY.test(issue.message) ? issue.message : 'invalid'
  if (issue.params?.figures) return { key, figures: issue.params.figures }
  const min = figure(issue.minimum)
  const max = figure(issue.maximum)
  if (key === 'out_of_range' && field) return { key, figures: bounds(field) }
  if (key === 'out_of_range' && min !== undefined) return { key: 'too_small', figures: { min } }
  if (key === 'out_of_range' && max !== undefined) return { key: 'too_big', figures: { max } }
  return { key, figures: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } }
}

const bounds = ({ min = 0, most = 1_000_000_000, scale = 1 }: Field) => ({ min: min / scale, max: most / scale })
const figure = (bound: unknown) => (typeof bound === 'number' || typeof bound === 'bigint' ? Number(bound) : undefined)
