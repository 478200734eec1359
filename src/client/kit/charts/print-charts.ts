/** Charts are drawn for the window; what is printed has the width of the paper, and a chart without a view box would lose its last days. */
export function scaleChartsToPaper(): void {
  let scaled: Element[] = []
  window.addEventListener('beforeprint', () => {
    scaled = [...document.querySelectorAll('svg[width][height]:not([viewBox])')]
    for (const svg of scaled)
      svg.setAttribute('viewBox', `0 0 ${svg.getAttribute('width')} ${svg.getAttribute('height')}`)
  })
  // The next window is of another width.
  window.addEventListener('afterprint', () => {
    for (const svg of scaled) svg.removeAttribute('viewBox')
  })
}
