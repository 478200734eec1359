import { describe, expect, test } from 'vitest'
import { type FittedPage, fitPages, scaleOf } from '../../src/client/dashboard/wall/fit-pages.ts'
import type { WallPage } from '../../src/shared/endpoints/wall.ts'
import { BUILT_IN, overlap } from '../../src/shared/widgets/layout.ts'

const page = (widgets: readonly object[], of: WallPage['of'] = 'everybody'): WallPage =>
  ({ id: of, of, title: null, widgets }) as WallPage
const at = (widget: string, x: number, y: number, w: number, h: number) => ({
  ...{ id: `${widget}${x}${y}`, widget, x, y, w, h },
  settings: {},
})
const builtIn = [page(BUILT_IN)]
const names = (pages: readonly FittedPage[]) => pages.map(({ widgets }) => widgets.map(({ widget }) => widget))

const SCREENS = [
  ['a control room', { width: 1920, height: 1080 }],
  ['a large one', { width: 3840, height: 2160 }],
  ['a tall one', { width: 1080, height: 1920 }],
  ['a square one', { width: 1280, height: 1024 }],
  ['a long one', { width: 5120, height: 1440 }],
  ['a small one', { width: 1024, height: 600 }],
] as const

describe.each(SCREENS)('on %s', (_, screen) => {
  test('each page fills the screen, and nothing lies beyond it or upon another', () => {
    for (const { scale, width, height, widgets, columns, rowPx } of fitPages(builtIn, screen)) {
      expect(width * scale).toBeCloseTo(screen.width)
      expect(height * scale).toBeLessThan(screen.height)
      expect(height * scale).toBeGreaterThan(screen.height * 0.9)
      const rows = Math.max(...widgets.map(({ y, h }) => y + h))
      expect(2 * 14 + rows * rowPx + (rows - 1) * 14).toBeCloseTo(height)
      expect(rowPx, 'no row is less high than on a desk').toBeGreaterThanOrEqual(32)
      for (const one of widgets) {
        expect(one.x + one.w).toBeLessThanOrEqual(columns)
        expect(widgets.some((other) => overlap(one, other))).toBe(false)
      }
    }
  })

  test('every widget has its turn, once', () => {
    const shown = names(fitPages(builtIn, screen)).flat()
    expect(shown.toSorted()).toEqual(BUILT_IN.map(({ widget }) => widget).toSorted())
  })
})

test('twice as many pixels show the same twice as large', () => {
  const [small, large] = [fitPages(builtIn, SCREENS[0][1]), fitPages(builtIn, SCREENS[1][1])]
  expect(names(large)).toEqual(names(small))
  expect(large.map(({ scale }) => scale)).toEqual(small.map(({ scale }) => scale * 2))
})

test('a long dashboard is cut where no widget stands across', () => {
  const widgets = [
    at('sites', 0, 0, 12, 6),
    at('attention', 12, 0, 6, 9),
    at('power', 0, 6, 12, 3),
    at('hours', 0, 9, 9, 7),
  ]
  const pages = fitPages([page(widgets)], SCREENS[0][1])
  expect(names(pages)).toEqual([['sites', 'attention', 'power'], ['hours']])
  expect(pages[1]?.widgets[0]?.y, 'each page begins at its top').toBe(0)
})

test('what cannot be cut is drawn smaller, on one page', () => {
  const [tall] = fitPages([page([at('attention', 0, 0, 6, 20), at('sites', 6, 0, 12, 30)])], SCREENS[0][1])
  expect(tall?.widgets).toHaveLength(2)
  expect(tall?.scale).toBeLessThan(scaleOf(SCREENS[0][1]))
})

test('a single widget is drawn larger than in a dashboard', () => {
  const [power] = fitPages([page([at('power', 0, 0, 6, 5)], 'widget')], SCREENS[0][1])
  expect(power?.scale).toBeGreaterThan(1.5 * scaleOf(SCREENS[0][1]))
  expect(power?.columns).toBe(1)
})
