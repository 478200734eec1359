import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderSVG } from 'uqr'

/** Pictures of codes as a phone's camera sees them. */

/** Widths of bars and gaps of each value of Code 128 (ISO/IEC 15417), the stop last. */
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )
const START_B = 104
const STOP = 106

function barCode(text: string): string {
  const values = [...text].map((letter) => letter.charCodeAt(0) - 32)
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), START_B) % 103
  const widths = [START_B, ...values, check, STOP].map((value) => WIDTHS[value]).join('')
  let x = 10
  const bars = [...widths].map((width, at) => {
    const bar = at % 2 === 0 ? `<rect x="${x}" width="${width}" y="6" height="44"/>` : ''
    x += Number(width)
    return bar
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x + 10} 56"><rect width="100%" height="100%" fill="#fff"/>${bars.join('')}</svg>`
}

const FRAME = { width: 1280, height: 720 }
const WALL = '#8b928e'

interface Shot {
  kind?: 'qr' | 'bar'
  /** The code's width in the picture, in pixels. */
  width?: number
  turned?: number
}

/** A photo of a label on a wall, a little turned, as hands hold a phone. */
export async function photoOf(text: string, { kind = 'qr', width = 360, turned = 3 }: Shot = {}): Promise<Buffer> {
  const svg = kind === 'qr' ? renderSVG(text, { border: 3 }) : barCode(text)
  const code = await sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .flatten({ background: '#fff' })
    .rotate(turned, { background: WALL })
    .png()
    .toBuffer()
  return sharp({ create: { ...FRAME, channels: 3, background: WALL } })
    .composite([{ input: code }])
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** What Chromium's fake camera shows: one photo again and again (a film of JPEGs). Gives the browser's arguments, and how to end it. */
export async function fakeCamera(photo: Buffer): Promise<{ args: string[]; end: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'chargedeck-camera-'))
  const film = join(folder, 'film.mjpeg')
  writeFileSync(film, Buffer.concat(Array.from({ length: 4 }, () => photo)))
  return {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
