import type { Statement, StatementFigures } from '../../shared/endpoints/statements.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Looking } from '../kit/context.ts'
import { say } from '../kit/words.ts'
import { sheetName, writeWorkbook, type XlsxCell, type XlsxSheet } from '../kit/xlsx.ts'
import { daysOfMonth, type OrderLine, ordersOf } from './figures.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const MONEY = '#,##0.00'
const ENERGY = '#,##0.000'
const COUNT = '#,##0'

/** How each figure is written: in what unit, and the workbook's number format. */
const FIGURES: readonly [keyof StatementFigures, number, string][] = [
  ['sessions', 1, COUNT],
  ['energy_wh', 1_000, ENERGY],
  ['electricity_cents', 100, MONEY],
  ['service_cents', 100, MONEY],
  ['occupation_cents', 100, MONEY],
  ['billed_cents', 100, MONEY],
  ['refunded_cents', 100, MONEY],
  ['income_cents', 100, MONEY],
]
const FORMATS: Readonly<Record<number, string>> = { 1: COUNT, 100: MONEY, 1000: ENERGY }
const SETTLED = ['paid_cents', 'open_cents'] as const

const ORDER: readonly [keyof OrderLine, number | null, number][] = [
  ['number', null, 20],
  ['site', null, 24],
  ['pile', null, 18],
  ['connector_number', 1, 8],
  ['started_at', null, 20],
  ['ended_at', null, 20],
  ['energy_wh', 1_000, 12],
  ['electricity_cents', 100, 12],
  ['service_cents', 100, 12],
  ['occupation_cents', 100, 12],
  ['total_cents', 100, 12],
  ['paid_cents', 100, 12],
  ['refunded_cents', 100, 12],
  ['status', null, 12],
]

type Word = (key: string, figures?: Record<string, string | number>) => string
const BOLD = { style: { font: { bold: true } } }

/** The first row of a sheet. */
const headed = (columns: number) => new Map(Array.from({ length: columns }, (_, col) => [`0,${col}`, BOLD]))

function figureSheet(name: string, first: string, rows: readonly [string, StatementFigures][], word: Word): XlsxSheet {
  const all: XlsxCell[][] = [
    [first, ...FIGURES.map(([key]) => word(`figures.${key}`))],
    ...rows.map(([title, figures]) => [title, ...FIGURES.map(([key, per]) => figures[key] / per)]),
  ]
  return {
    name: sheetName(name),
    columns: [{ width: 26 }, ...FIGURES.map(([, , numFmt]) => ({ width: 14, numFmt }))],
    rows: all,
    cells: headed(FIGURES.length + 1),
    freezePane: { rows: 1, columns: 1 },
  }
}

function summary({ party, issuer, month, made_at, total }: Statement, word: Word): XlsxSheet {
  const facts: [string, XlsxCell, string | null][] = [
    [word(`party.${party.of}`), party.name, null],
    [word('month'), month, null],
    [word('issuer'), issuer, null],
    [word('made_at'), `${made_at.slice(0, 16).replace('T', ' ')} UTC`, null],
    ...FIGURES.map(([key, per, format]): [string, XlsxCell, string] => [
      word(`figures.${key}`),
      total[key] / per,
      format,
    ]),
    ...SETTLED.map((key): [string, XlsxCell, string] => [word(`figures.${key}`), total[key] / 100, MONEY]),
  ]
  return {
    name: sheetName(word('title')),
    columns: [{ width: 28 }, { width: 32 }],
    rows: facts.map(([name, value]) => [name, value]),
    cells: new Map<string, { style: object }>(
      facts.flatMap(([, , numFmt], row) => [
        [`${row},0`, BOLD] as const,
        ...(numFmt ? [[`${row},1`, { style: { numFmt } }] as const] : []),
      ]),
    ),
  }
}

async function orderSheet(looking: Looking, statement: Statement, word: Word): Promise<XlsxSheet> {
  const { party, month } = statement
  const rows: XlsxCell[][] = [ORDER.map(([key]) => word(`order.${key}`))]
  for await (const lines of ordersOf(looking, { ...party, month: daysOfMonth(month) }))
    for (const line of lines)
      rows.push(
        ORDER.map(([key, per]) => {
          const value = line[key]
          if (key === 'status') return word(`status.${value}`)
          return per !== null && typeof value === 'number' ? value / per : value
        }),
      )
  return {
    name: sheetName(word('orders')),
    columns: ORDER.map(([, per, width]) => ({ width, ...(per && { numFmt: FORMATS[per] }) })),
    rows,
    cells: headed(ORDER.length),
    freezePane: { rows: 1 },
  }
}

/** The statement with a sheet of each of its tables, and one of every order behind it. */
export async function workbookOf(looking: Looking, statement: Statement, language: Language): Promise<Buffer> {
  const word: Word = (key, figures = {}) => say(language, { key: `statements:${key}`, figures })
  const { party, places, days } = statement
  const place = word(party.of === 'merchant' ? 'place.site' : 'place.pile')
  const bytes = await writeWorkbook([
    summary(statement, word),
    figureSheet(
      word('by', { what: place }),
      place,
      places.map(({ title, ...own }) => [title || word('no_place'), own]),
      word,
    ),
    figureSheet(
      word('by', { what: word('day') }),
      word('day'),
      days.map(({ day, ...own }) => [day, own]),
      word,
    ),
    await orderSheet(looking, statement, word),
  ])
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
