import pg from 'pg'

type Parse = (text: string) => unknown

/** `2026-11-20 23:09:41.708123+00` to `2026-11-20T23:09:41.708Z`; infinities stay as the database writes them. */
function instant(text: string): string {
  if (!text.endsWith('+00') || text[4] !== '-') return zoned(text)
  const fraction = text.slice(20, -3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

// A session may have been given another time zone; the instant is the same.
function zoned(text: string): string {
  const [, day, time, hours, minutes = ':00'] = /^(\S+) (\S+?)([+-]\d\d)(:\d\d)?$/.exec(text) ?? []
  const at = new Date(`${day}T${time}${hours}${minutes}`)
  return !day || Number.isNaN(at.getTime()) ? text : at.toISOString()
}

// pg names the oids of scalars only.
const textList = 1009 as Parameters<typeof pg.types.getTypeParser>[0]

const listOf = (parse: Parse): Parse => {
  const parseList = pg.types.getTypeParser(textList) as (text: string) => unknown[]
  return (text) => parseList(text).map((item) => (item === null ? null : parse(String(item))))
}

const same: Parse = (text) => text

const parsers = new Map<number, Parse>([
  [20, Number], // int8: cents, Wh and counts, all far below 2^53
  [1016, listOf(Number)],
  [1700, Number], // numeric
  [1231, listOf(Number)],
  [1184, instant], // timestamptz
  [1185, listOf(instant)],
  [1082, same], // date: a day has no time zone, so it must not become an instant
  [1182, listOf(same)],
])

/** How a column's text becomes a record's value, for one pool and not for the whole process. */
export const recordTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}
