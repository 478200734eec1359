import * as z from 'zod/mini'
import { isLanguage, type Translations } from './languages.ts'

interface Bounds {
  /** Characters in each language. */
  max: number
  /** It is said in one language at least. */
  filled?: boolean
}

type Given = Readonly<Record<string, string | null>>

/** Texts by the languages' tags, as a caller gives them: what is empty in a language is not said in it. */
export function translations({ max, filled = false }: Bounds): z.ZodMiniType<Translations, Given> {
  const said = z.pipe(
    z.record(z.string(), z.nullable(z.string({ error: 'required' })), { error: 'required' }),
    z.transform((given: Given) =>
      Object.fromEntries(Object.entries(given).flatMap(([tag, text]) => (text?.trim() ? [[tag, text.trim()]] : []))),
    ),
  ) as unknown as z.ZodMiniType<Translations, Given>
  const fits = (texts: Translations) => Object.values(texts).every((text) => text.length <= max)
  return said.check(
    z.refine((texts) => Object.keys(texts).every(isLanguage), { error: 'not_a_language', abort: true }),
    z.refine(fits, { error: 'too_long', params: { figures: { max } }, abort: true }),
    z.refine((texts) => !filled || Object.keys(texts).length > 0, { error: 'required' }),
  )
}
