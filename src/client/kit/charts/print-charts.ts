import { whilePrinted } from '../ui/while-printed.ts'

/**
 * Charts are drawn for the window; what is printed has the width of the paper, and a chart without a view box would lose its last days.
 * Returns what ends it.
 */
export function scaleChartsToPaper(): () => void {
  let scaled: Element[] = []
  const toPaper = () => {
    scaled = [...document.querySelectorAll('svg[width][height]:not([viewBox])')]
    for (const svg of scaled)
      svg.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`)
  }
  // The next window is of another width.
  const toWindow = () => {
    for (const svg of scaled) svg.removeAttribute('viewBox')
  }
  return whilePrinted(toPaper, toWindow)
}
