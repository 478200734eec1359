import { detector } from './detector.ts'

/** After a look at the picture until the next: a phone stays cool and takes presses. */
const REST_MS = 120
/** Sides in pixels: larger ones take longer and tell no more. */
const FRAME = 720
const PHOTO = [1000, 560, 1800]

type Source = CanvasImageSource & { width?: unknown }

interface Cut {
  from: { width: number; height: number }
  /** Of what is drawn, the longer side in pixels. */
  side: number
  /** The middle of it, enlarged by so much. */
  times?: number
  turned?: boolean
  square?: boolean
}

/** The middle of a picture, as a detector wants it. */
function draw(canvas: HTMLCanvasElement, source: Source, { from, side, times = 1, turned, square }: Cut) {
  const shorter = Math.min(from.width, from.height)
  const width = (square ? shorter : from.width) / times
  const height = (square ? shorter : from.height) / times
  const scale = Math.min(1, side / Math.max(width, height))
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  canvas.width = turned ? h : w
  canvas.height = turned ? w : h
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return
  if (turned) pen.setTransform(0, 1, -1, 0, h, 0)
  pen.drawImage(source, (from.width - width) / 2, (from.height - height) / 2, width, height, 0, 0, w, h)
}

/** Looks at what the camera shows until stopped. */
export function readCamera(video: HTMLVideoElement, timesNow: () => number, found: (code: string) => void): () => void {
  const canvas = document.createElement('canvas')
  let over = false
  async function look(turned: boolean) {
    if (over) return
    const own = await detector()
    const from = { width: video.videoWidth, height: video.videoHeight }
    if (from.width > 0 && !document.hidden) {
      draw(canvas, video, { from, side: FRAME, times: timesNow(), turned, square: true })
      const code = await own.read(canvas)
      if (code && !over) found(code)
    }
    setTimeout(() => again(own.wantsLevel && !turned), REST_MS)
  }
  // A decoder that could not be loaded is asked for with the next look.
  const again = (turned: boolean) => look(turned).catch(() => setTimeout(() => again(turned), 1000))
  void again(false)
  return () => {
    over = true
  }
}

/** The code in a photo; null when there is none that can be read. Throws when the file is no picture. */
export async function readPhoto(file: Blob): Promise<string | null> {
  const [photo, own] = await Promise.all([createImageBitmap(file), detector()])
  const canvas = document.createElement('canvas')
  try {
    for (const side of PHOTO)
      for (const turned of own.wantsLevel ? [false, true] : [false]) {
        draw(canvas, photo, { from: photo, side, turned })
        const code = await own.read(canvas)
        if (code) return code
      }
    return null
  } finally {
    photo.close()
  }
}
