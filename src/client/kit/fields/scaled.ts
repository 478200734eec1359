/** Figures that are stored in whole small units and read in large ones, converted without floating point. */

/** 138 with scale 100 is `1.38`. Digits beyond `digits` are kept when they are not zero, so nothing that is stored is hidden. */
export function writeScaled(value: number, scale: number, digits = 0): string {
  const places = Math.round(Math.log10(scale))
  const sign = value < 0 ? '-' : ''
  const all = String(Math.abs(value)).padStart(places + 1, '0')
  const whole = all.slice(0, all.length - places) || '0'
  const rest = places === 0 ? '' : all.slice(-places)
  const kept = rest.replace(/0+$/, '').padEnd(Math.min(digits, places), '0')
  return sign + whole + (kept && `.${kept}`)
}

/** What was typed, in small units; null when it is no figure or finer than one small unit. Both `,` and `.` stand before decimals. */
export function readScaled(typed: string, scale: number): number | null {
  const places = Math.round(Math.log10(scale))
  const [, sign = '', whole = '', , rest = ''] = /^([-−]?)(\d*)([.,。](\d*))?$/.exec(typed.replace(/\s/g, '')) ?? []
  if (!whole && !rest) return null
  const kept = rest.replace(/0+$/, '')
  if (kept.length > places) return null
  const value = Number(whole + kept.padEnd(places, '0'))
  if (!Number.isSafeInteger(value)) return null
  return sign && value !== 0 ? -value : value
}
