import { type CSSProperties, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { gunText } from '../../../shared/domain/gun-number.ts'
import { fieldNamed } from '../../../shared/kit/columns.ts'
import type { Entity, Row, Titled } from '../../../shared/kit/entity.ts'
import { fileOf, titleOf } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { type Language, spoken, type Translations } from '../../../shared/kit/languages.ts'
import { Ago } from '../i18n/ago.tsx'
import { EMPTY, type Format } from '../i18n/format.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useWords, type Words } from '../i18n/use-words.ts'
import { lazy } from '../ui/lazy.ts'
import { FileCell, isFileKind } from './file-cell.tsx'
import { RecordLink } from './record-link.tsx'
import { useTitles } from './reference.ts'
import { wordsOf } from './rich-text-words.ts'
import scaleCss from './scale-inputs.module.css'
import { StatusPill } from './status-pill.tsx'

// Only where there is room for all of it: a list shows words.
const RichTextView = lazy(() => import('./rich-text-view.tsx').then((module) => ({ default: module.RichTextView })))
const Translated = lazy(() => import('./translated.tsx').then((module) => ({ default: module.Translated })))

export type AnyRow = Row<Entity> & Record<string, unknown>

/** A figure stands on the right, so that digits line up. */
export const isFigure = ({ kind }: Field) =>
  kind === 'count' ||
  kind === 'scaled' ||
  kind === 'percent' ||
  kind === 'minutes' ||
  kind === 'seconds' ||
  kind === 'slider'

export function isThere(row: AnyRow, name: string): boolean {
  const value = row[name]
  return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}

const titleIn = (row: AnyRow, name: string) => (row[titleOf(name)] as Titled | null | undefined)?.title ?? EMPTY

const titledIn = (row: AnyRow, name: string) => row[titleOf(name.replace(/_ids$/, '_id'))] as Titled[] | undefined

/** Whether those that a field names stand in the record by their names. */
export const isTitled = (row: AnyRow, name: string) => titledIn(row, name) !== undefined

function titlesIn(row: AnyRow, name: string, format: Format): string | undefined {
  const titled = titledIn(row, name)
  return titled && format.list(titled.map(({ title }) => title))
}

/** A scaled figure as people read it: 1250 W as 1.3 kW, 138 cents as ¥ 1.38. */
export function scaledText(field: Field, value: number, format: Format): string {
  const { scale = 1, unit = '', digits = 0, money } = field
  if (money) return format.money(value, { signed: (field.min ?? 0) < 0 })
  return format.quantity(value / scale, unit, digits || 2)
}

function translatedText({ rich }: Field, texts: Translations, language: Language): string | null {
  const said = spoken(texts, language)
  return said && rich ? wordsOf(said) : said
}

interface Saying {
  words: Words
  format: Format
  yes: string
  no: string
}

/** A field's value in words: for titles, chips, exports and what stays on one line. */
export function textOf(name: string, field: Field, row: AnyRow, { words, format, yes, no }: Saying): string {
  const value = row[name]
  if (field.kind === 'reference' || field.kind === 'region') return titleIn(row, name)
  if (value === null || value === undefined || value === '') return EMPTY
  switch (field.kind) {
    case 'scaled':
      return scaledText(field, value as number, format)
    case 'count':
      return field.gun ? gunText(value as number) : format.quantity(value as number, field.unit)
    case 'percent':
      return `${format.number(value as number)}\u00a0%`
    case 'hour':
      return `${String(value).padStart(2, '0')}:00`
    case 'minutes':
      return value === 0 ? EMPTY : format.duration((value as number) * 60)
    case 'seconds':
      return format.duration(value as number)
    case 'instant':
      return format.moment(value as string)
    case 'day':
      return format.day(value as string)
    case 'flag':
      return value ? yes : no
    case 'choice':
    case 'status':
      return words.choice(name, value as string)
    case 'choices':
      return format.list((value as string[]).map((one) => words.choice(name, one)))
    case 'rating':
      return `${format.number(value as number)} / ${format.number(field.most ?? 5)}`
    case 'slider':
      return format.quantity(value as number, field.unit)
    case 'rich_text':
      return wordsOf(value as string)
    case 'translated':
      return translatedText(field, value as Translations, format.locale) ?? EMPTY
    case 'schedule':
    case 'expected':
    case 'checks':
      return format.number((value as unknown[]).length)
    case 'references':
      return titlesIn(row, name, format) ?? format.number((value as unknown[]).length)
    default:
      return field.words ? words.said(name, String(value)) : String(value)
  }
}

/** What `textOf` needs of the language that shows. */
export function useSaying(entity: Pick<Entity, 'name'>): Saying {
  const { t } = useTranslation('common')
  return { words: useWords(entity), format: useFormat(), yes: t('yes'), no: t('no') }
}

export interface CellProps {
  entity: Entity
  name: string
  row: AnyRow
  /** Where there is room for all of it: a text with its headings and lists. */
  whole?: boolean
}

function WholeText({ field, value }: { field: Field; value: unknown }): ReactNode {
  return (
    <Suspense fallback={null}>
      {field.kind === 'rich_text' ? (
        <RichTextView html={value as string} />
      ) : (
        <Translated field={field} texts={value as Translations} />
      )}
    </Suspense>
  )
}

/** Several records by their names; how many there are until those are known, and for people who may not see them. */
function Named({ to, ids }: { to: string; ids: readonly number[] }) {
  const format = useFormat()
  const titles = useTitles(to, ids)
  if (ids.length === 0) return <span className="caption">{EMPTY}</span>
  if (titles.length < ids.length) return <>{format.number(ids.length)}</>
  return <>{format.list(titles.map(({ title }) => title))}</>
}

/** A field's value as a list or a details page shows it. */
export function Cell({ entity, name, row, whole = false }: CellProps) {
  const saying = useSaying(entity)
  const field = fieldNamed(entity, name)
  const value = row[name]
  if (field?.none && !isThere(row, name)) return <>{saying.words.none(name)}</>
  if (!field || value === null || value === undefined) return <span className="caption">{EMPTY}</span>
  if (field.kind === 'status') return <StatusPill entity={entity} name={name} value={value as string} />
  if (whole && (field.kind === 'rich_text' || field.kind === 'translated'))
    return <WholeText field={field} value={value} />
  if (field.kind === 'colour') {
    const swatch = { '--swatch': value as string } as CSSProperties
    return (
      <span className={scaleCss.swatch} style={swatch}>
        {value as string}
      </span>
    )
  }
  if (isFileKind(field)) {
    const file = row[fileOf(name)] as { name: string } | null
    return <FileCell field={field} value={value} label={saying.words.label(name)} file={file} whole={whole} />
  }
  if (whole && field.kind === 'reference') {
    return <RecordLink entity={field.to ?? ''} to={row[titleOf(name)] as Titled | null} />
  }
  if (whole && field.kind === 'references' && !isTitled(row, name))
    return <Named to={field.to ?? ''} ids={value as number[]} />
  if (whole && field.kind === 'instant') return <>{saying.format.full(value as string)}</>
  if (field.kind === 'instant') return <Ago at={value as string} />
  return <>{textOf(name, field, row, saying)}</>
}
