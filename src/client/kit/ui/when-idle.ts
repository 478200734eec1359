/** Calls `work` when the browser has nothing else to do; where it does not tell, after a moment. */
export function whenIdle(work: () => void) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work, 1_000)
}
