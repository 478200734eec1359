import { cleanup, screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import jsQR from 'jsqr'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LabelsPage } from '../../src/client/labels/labels-page.tsx'
import { onSheets, perSheet, SHEET, SIZE_NAMES, SIZES } from '../../src/client/labels/sizes.ts'
import { stationIn } from '../../src/shared/domain/label-code.ts'
import { pileLabels } from '../../src/shared/endpoints/labels.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const pile = (id: number, given = {}) => ({
  id,
  station_number: `CD-ME8D89X3H${id}`,
  self_code: 'A-7',
  site: { id: 3, title: 'Harbour North' },
  pile_type: { id: 5, title: 'DC 120 kW' },
  connectors: [1, 2],
  ...given,
})

/** The pixels of a code as it is drawn, four to a module. */
function pixelsOf(svg: Element) {
  const side = Number(svg.getAttribute('viewBox')?.split(' ')[2]) * 4
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const path = svg.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = 0; row < 4; row++)
      for (let column = 0; column < Number(length) * 4; column++) {
        const at = ((Number(y) * 4 + row) * side + Number(x) * 4 + column) * 4
        pixels.fill(0, at, at + 3)
      }
  return { pixels, side }
}
function read(svg: Element): string | undefined {
  const { pixels, side } = pixelsOf(svg)
  return jsQR(pixels, side, side)?.data
}

/** What goes to the printer. */
const paper = () => document.querySelector<HTMLElement>('[data-print-copy]') ?? document.createElement('div')
const codes = () => within(paper()).queryAllByRole('img', { hidden: true })
const printed = () => codes().map(read)

async function open(path = '/device/labels?ids=1,2', rows = [pile(1), pile(2)]) {
  const all = serve((one) => (one.path === pileLabels.path ? ok({ total: rows.length, rows }) : undefined))
  stage(<LabelsPage />, { path })
  await waitFor(() => expect(codes().length).toBeGreaterThan(0))
  return all
}

describe('labels', () => {
  test('are printed with a code that reads as the pile’s station number', async () => {
    const all = await open()
    expect(asked(all, pileLabels.path)[0]?.body).toMatchObject({ ids: [1, 2] })
    expect(printed()).toEqual(['CD-ME8D89X3H1', 'CD-ME8D89X3H2'])
    for (const words of ['CD-ME8D89X3H1', 'Harbour North', 'DC 120 kW', 'Code A-7'])
      expect(paper().textContent).toContain(words)
  })

  test('are one for each gun when asked, and lead the scanner to the pile', async () => {
    await open()
    await user.click(shown.getByLabelText('A label for each gun'))
    expect(printed()).toEqual([
      'CD-ME8D89X3H1?connector=1',
      'CD-ME8D89X3H1?connector=2',
      'CD-ME8D89X3H2?connector=1',
      'CD-ME8D89X3H2?connector=2',
    ])
    expect(printed().map((code) => stationIn(code ?? ''))).toEqual([
      ...Array(2).fill('CD-ME8D89X3H1'),
      ...Array(2).fill('CD-ME8D89X3H2'),
    ])
    expect(paper().textContent).toContain('Gun 2')
  })

  test('carry the address of a driver’s app, which has to name the pile', async () => {
    await open()
    const input = shown.getByLabelText('Address in the code')
    await user.click(input)
    await user.paste('https://charge.example.com/')
    expect(shown.getByText(/has \{station\} in it/)).toBeTruthy()
    expect(shown.getByRole<HTMLButtonElement>('button', { name: /^Print/ }).disabled).toBe(true)
    await user.paste('go?station={station}')
    expect(printed()[0]).toBe('https://charge.example.com/go?station=CD-ME8D89X3H1')
    expect(stationIn(printed()[0] ?? '')).toBe('CD-ME8D89X3H1')
  })

  test('still read with a tenth of the code worn away', async () => {
    await open()
    const [code] = codes()
    if (!code) throw new Error('There is no code.')
    const { pixels, side } = pixelsOf(code)
    for (let y = Math.floor(side * 0.45); y < side * 0.6; y++)
      for (let x = Math.floor(side * 0.5); x < side * 0.75; x++)
        pixels.fill(255, (y * side + x) * 4, (y * side + x) * 4 + 3)
    expect(jsQR(pixels, side, side)?.data).toBe('CD-ME8D89X3H1')
  })

  test('go to the browser’s printer', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await open()
    await user.click(shown.getByRole('button', { name: 'Print 2 labels' }))
    expect(print).toHaveBeenCalledOnce()
  })

  test('are laid out as this device did it last', async () => {
    await open()
    await user.type(shown.getByLabelText('Line at the top'), 'City Power 400 123')
    await user.click(shown.getByLabelText('A label for each gun'))
    cleanup()
    await open()
    expect(paper().textContent).toContain('City Power 400 123')
    expect(codes()).toHaveLength(4)
  })

  test('of nobody are not asked for', async () => {
    const all = serve(() => undefined)
    stage(<LabelsPage />, { path: '/device/labels' })
    expect(await shown.findByText(/Choose a site or a batch/)).toBeTruthy()
    expect(asked(all, pileLabels.path)).toEqual([])
    expect(shown.getByRole<HTMLButtonElement>('button', { name: /^Print/ }).disabled).toBe(true)
  })
})

describe('a sheet', () => {
  test.each(SIZE_NAMES)('of %s labels is no larger than its paper, and a code fits its label', (name) => {
    const { width, height, columns, rows, code } = SIZES[name]
    expect(width * columns).toBeLessThanOrEqual(SHEET.width)
    expect(height * rows).toBeLessThanOrEqual(SHEET.height)
    expect(code).toBeLessThan(Math.min(width, height))
  })

  test('that was begun goes on where it was left', () => {
    const size = SIZES.large
    const sheets = onSheets(['a', 'b', 'c'], size, perSheet(size) - 1)
    expect(sheets.map((places) => places.filter(Boolean))).toEqual([['a'], ['b', 'c']])
    expect(sheets[0]).toHaveLength(perSheet(size))
    expect(sheets[0]?.at(-1)).toBe('a')
  })
})
