const PROVINCE = 10_000
const CITY = 100

/** The codes of the divisions that one lies in, from its province down to itself: 330106 is 330000, 330100, 330106. */
export function regionLevels(code: number): number[] {
  const levels = [code - (code % PROVINCE), code - (code % CITY), code]
  return levels.filter((level, at) => levels.indexOf(level) === at)
}

/** The first and the last code that lie in a division, itself included. */
export function regionSpan(code: number): [first: number, last: number] {
  const width = code % PROVINCE === 0 ? PROVINCE : code % CITY === 0 ? CITY : 1
  return [code, code + width - 1]
}
