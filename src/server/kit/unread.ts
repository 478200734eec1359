import * as z from 'zod/mini'

/** So many are named at most: someone sent another thing altogether. */
const MOST = 20

/** What of a schema's definition says where names may stand. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  catchall?: z.ZodMiniType
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  options?: z.ZodMiniType[]
}

/** The paths of an input (`columns.0.colour`) that its schema does not read, and would drop without a word. */
export const unreadIn = (schema: z.ZodMiniType, input: unknown): string[] => unread(schema, input, []).slice(0, MOST)

function unread(schema: z.ZodMiniType | undefined, value: unknown, path: readonly string[]): string[] {
  if (!schema || typeof value !== 'object' || value === null) return []
  const def = schema._zod.def as unknown as Definition
  if (def.shape) return unreadNames(def, value, path)
  if (def.element) return Object.entries(value).flatMap(([at, one]) => unread(def.element, one, [...path, at]))
  if (def.type === 'record')
    return Object.entries(value).flatMap(([name, one]) => unread(def.valueType, one, [...path, name]))
  if (def.type === 'pipe') return [...unread(def.in, value, path), ...unread(def.out, value, path)]
  if (def.options)
    return unread(
      def.options.find((option) => z.safeParse(option, value).success),
      value,
      path,
    )
  return unread(def.innerType, value, path)
}

function unreadNames({ shape = {}, catchall }: Definition, value: object, path: readonly string[]): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = [...path, name]
    if (Object.hasOwn(shape, name)) return unread(shape[name], inner, here)
    return catchall ? [] : [here.join('.')]
  })
}
