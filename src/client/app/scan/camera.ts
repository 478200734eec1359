import { keep, kept } from '../../kit/session/kept.ts'

/** Why there is no picture. `denied`: the person or the browser said no. `busy`: another app has the camera. `insecure`: the page came over plain HTTP. */
export type CameraTrouble = 'denied' | 'none' | 'busy' | 'insecure'

/** The camera that this device used last. */
const REMEMBERED = 'scan_camera'

const ZOOMS = [1, 2, 5]

/** TypeScript's lib does not know what phones' cameras can do. */
interface Able extends MediaTrackCapabilities {
  torch?: boolean
  zoom?: { min: number; max: number }
}

export interface Camera {
  stream: MediaStream
  hasTorch: boolean
  /** The cameras of this device, in its order, and which of them this is. */
  others: readonly MediaDeviceInfo[]
  at: number
  setTorch: (on: boolean) => Promise<void>
  /** Zooms the lens; gives what is left for the picture to be enlarged by. */
  setZoom: (times: number) => Promise<number>
  stop: () => void
}

/** How near the picture can come: a lens that does not zoom is helped out by enlarging. */
export const zoomSteps = ZOOMS

export function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}

const wanted = (deviceId: string | null): MediaTrackConstraints => ({
  ...(deviceId ? { deviceId: { ideal: deviceId } } : { facingMode: { ideal: 'environment' } }),
  width: { ideal: 1280 },
  height: { ideal: 720 },
})

const setOf = (track: MediaStreamTrack, settings: object) =>
  track.applyConstraints({ advanced: [settings as MediaTrackConstraintSet] })

/** Opens the camera that was chosen, else the one used last, else the one at the back. Throws what the browser throws. */
export async function openCamera(deviceId: string | null = kept<string>(REMEMBERED)): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted(deviceId) })
  const [track] = stream.getVideoTracks()
  if (!track) throw new DOMException('no video', 'NotFoundError')
  const { torch, zoom }: Able = track.getCapabilities?.() ?? {}
  const used = track.getSettings().deviceId
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const others = all.filter(({ kind }) => kind === 'videoinput')
  return {
    stream,
    hasTorch: torch === true,
    others,
    at: others.findIndex((one) => one.deviceId === used),
    setTorch: (on) => setOf(track, { torch: on }),
    // Some count from 1, others from 100.
    setZoom: async (times) => {
      const lens = zoom?.min ? Math.min(times, zoom.max / zoom.min) : 1
      if (zoom?.min) await setOf(track, { zoom: zoom.min * lens })
      return times / lens
    },
    stop: () => {
      for (const one of stream.getTracks()) one.stop()
    },
  }
}

/** The camera after this one, which is used from now on. */
export async function nextCamera({ others, at, stop }: Camera): Promise<Camera> {
  const next = others[(at + 1) % others.length]
  // Phones open one camera at a time.
  stop()
  if (next) keep(REMEMBERED, next.deviceId)
  return openCamera(next?.deviceId ?? null)
}
