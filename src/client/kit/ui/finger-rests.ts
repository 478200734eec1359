/** The page has stood still for so long when a finger rests. */
const RESTS_MS = 1_000

let movedAt = Number.NEGATIVE_INFINITY
const moved = () => {
  movedAt = performance.now()
}
document.addEventListener('scroll', moved, { capture: true, passive: true })

const leftMs = () => movedAt + RESTS_MS - performance.now()

/** Resolves when nothing is being scrolled: what can wait shall not hold up a finger. */
export async function fingerRests(): Promise<void> {
  for (let left = leftMs(); left > 0; left = leftMs()) await new Promise((resolve) => setTimeout(resolve, left))
}

/** Does it soon; while something is scrolled after the next frame, so that no frame waits for several such things. */
export function afterFrame(work: () => void) {
  if (leftMs() > 0 && document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(work))
  else setTimeout(work)
}
