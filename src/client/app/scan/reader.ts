/** Reads codes from the camera into `video`'s place until stopped. */
export interface Reader {
  stop: () => Promise<void>
}

type Found = (code: string) => void

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
type DetectorClass = (new (options: {
  formats: string[]
}) => Detector) & { getSupportedFormats: () => Promise<string[]> }

const LOOK_EVERY_MS = 200

async function ownDetector(): Promise<Detector | null> {
  const made = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats: string[] = (await made?.getSupportedFormats().catch(() => [])) ?? []
  return made && formats.includes('qr_code') ? new made({ formats: ['qr_code'] }) : null
}

/** The browser's own detector, where it has one. */
async function readWithBrowser(detector: Detector, place: HTMLElement, found: Found): Promise<Reader> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, srcObject: stream })
  place.replaceChildren(video)
  await video.play()
  const timer = setInterval(async () => {
    const codes = await detector.detect(video).catch(() => [])
    const [first] = codes
    if (first) found(first.rawValue)
  }, LOOK_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      for (const track of stream.getTracks()) track.stop()
      video.remove()
    },
  }
}

/** Everywhere else: html5-qrcode, which comes only now. */
async function readWithLibrary(place: HTMLElement, found: Found): Promise<Reader> {
  const { Html5Qrcode } = await import('html5-qrcode')
  const box = document.createElement('div')
  box.id = 'scan-box'
  place.replaceChildren(box)
  const reader = new Html5Qrcode(box.id, { verbose: false })
  await reader.start({ facingMode: 'environment' }, { fps: 8 }, found, undefined)
  return {
    stop: async () => {
      await reader.stop().catch(() => {})
      box.remove()
    },
  }
}

/** Throws when there is no camera or it may not be used. */
export async function startReader(place: HTMLElement, found: Found): Promise<Reader> {
  if (!navigator.mediaDevices?.getUserMedia) throw new Error('no camera')
  const detector = await ownDetector()
  return detector ? readWithBrowser(detector, place, found) : readWithLibrary(place, found)
}
