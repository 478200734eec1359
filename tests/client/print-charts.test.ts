import { afterEach, expect, test } from 'vitest'
import { scaleChartsToPaper } from '../../src/client/kit/charts/print-charts.ts'

afterEach(() => document.body.replaceChildren())

test('a chart fits the paper while it is printed, and the window after that; an icon stays as it is', () => {
  document.body.innerHTML = '<svg id="chart" width="800" height="300"></svg><svg id="icon" viewBox="0 0 24 24"></svg>'
  const boxes = () => [...document.querySelectorAll('svg')].map((svg) => svg.getAttribute('viewBox'))
  const end = scaleChartsToPaper()
  window.dispatchEvent(new Event('beforeprint'))
  expect(boxes()).toEqual(['0 0 800 300', '0 0 24 24'])
  window.dispatchEvent(new Event('afterprint'))
  expect(boxes()).toEqual([null, '0 0 24 24'])
  end()
  window.dispatchEvent(new Event('beforeprint'))
  expect(boxes()).toEqual([null, '0 0 24 24'])
})
