/** A tab that nobody looks at paints nothing. */
const LONGEST_MS = 2_000

let painted: Promise<void> = Promise.resolve()
let drawn: () => void = () => {}

/** The first page is drawn from what is on this device: whatever it can do without for now waits until it is on the screen. */
export function drawsFromDevice() {
  painted = new Promise((resolve) => {
    drawn = () => requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, LONGEST_MS)
  })
}

/** The first page stands in the document; the frame that shows it is the next one. */
export const isDrawn = () => drawn()

/** Resolves once the first page is on the screen, at once where it waits for the server anyway, and ever after. */
export const afterFirstPaint = (): Promise<void> => painted
