import { setImmediate } from 'node:timers/promises'
import { labelCode } from '../../shared/domain/label-code.ts'
import type { Language } from '../../shared/kit/languages.ts'
import { say } from '../kit/words.ts'
import { writeWorkbook, type XlsxCell, type XlsxImage } from '../kit/xlsx.ts'
import { qrImage } from './qr-image.ts'

export interface MadePile {
  place: number
  station_number: string
  serial_number: string | null
  self_code: string | null
}

interface Book {
  number: string
  site: string
  pile_type: string
  merchant: string | null
  piles: readonly MadePile[]
  /** By station number; null when the workbook has none. */
  passwords: ReadonlyMap<string, string> | null
  /** Where piles connect to, up to the station number. */
  address: string
  language: Language
}

/** Codes between two looks at what else the server has to do; some 6 ms. */
const AT_ONCE = 20
const CODE_PIXELS = 84
const ROW_POINTS = 66

const COLUMNS = [
  ['place', 6],
  ['station_number', 18],
  ['password', 28],
  ['code', 13],
  ['address', 44],
  ['pile_type', 20],
  ['site', 24],
  ['merchant', 20],
  ['serial_number', 20],
  ['self_code', 16],
] as const

/** A batch's piles as a workbook: a row each, with its code to scan. */
export async function workbookOf(book: Book): Promise<Uint8Array> {
  const columns = COLUMNS.filter(([name]) => name !== 'password' || book.passwords)
  const codeColumn = columns.findIndex(([name]) => name === 'code')
  const heading = (name: string) => say(book.language, { key: `batches:sheet.${name}` })
  const bold = new Map(columns.map((_, at) => [`0,${at}`, { style: { font: { bold: true } } }]))
  const sheet = {
    name: book.number,
    columns: columns.map(([, width]) => ({ width })),
    rows: [
      columns.map(([name]) => heading(name)),
      ...book.piles.map((pile) => columns.map(([name]) => cellOf(name, pile, book))),
    ],
    cells: bold,
    rowDefs: new Map(book.piles.map((_, at) => [at + 1, { height: ROW_POINTS }])),
    freezePane: { rows: 1 },
    images: await imagesOf(book.piles, codeColumn),
  }
  return writeWorkbook([sheet])
}

function cellOf(name: (typeof COLUMNS)[number][0], pile: MadePile, book: Book): XlsxCell {
  switch (name) {
    case 'code':
      return null
    case 'password':
      return book.passwords?.get(pile.station_number) ?? null
    case 'address':
      return book.address + encodeURIComponent(pile.station_number)
    case 'site':
    case 'pile_type':
    case 'merchant':
      return book[name]
    default:
      return pile[name]
  }
}

async function imagesOf(piles: readonly MadePile[], col: number): Promise<XlsxImage[]> {
  const images: XlsxImage[] = []
  for (const [at, { station_number }] of piles.entries()) {
    if (at % AT_ONCE === 0) await setImmediate()
    images.push({
      data: qrImage(labelCode(station_number)),
      type: 'png',
      anchor: { from: { row: at + 1, col } },
      width: CODE_PIXELS,
      height: CODE_PIXELS,
      altText: station_number,
    })
  }
  return images
}
