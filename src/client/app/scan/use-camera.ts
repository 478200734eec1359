import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Camera, type CameraTrouble, nextCamera, openCamera, troubleOf } from './camera.ts'
import { readCamera } from './read-picture.ts'

/** `starting` until the first picture shows. */
export type CameraState = 'starting' | 'on' | CameraTrouble

export interface CameraView {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
  camera: Camera | null
  torch: boolean
  /** The zoom that was chosen, and what of it the picture is enlarged by. */
  zoom: number
  enlarged: number
  toggleTorch: () => void
  zoomTo: (times: number) => void
  next: () => void
  retry: () => void
}

/** A code stays before the camera for some seconds: it is given once until another one comes. */
function useOnce(found: (code: string) => void) {
  const last = useRef('')
  const latest = useRef(found)
  latest.current = found
  return useCallback((code: string) => {
    if (code === last.current) return
    last.current = code
    latest.current(code)
  }, [])
}

/** Zoom and torch of a camera; another camera begins anew. */
function useLens(camera: Camera | null) {
  const [torch, setTorch] = useState(false)
  const [zoom, setZoom] = useState(1)
  const [enlarged, setEnlarged] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was set belongs to the camera before
  useEffect(() => {
    setTorch(false)
    setZoom(1)
    setEnlarged(1)
  }, [camera])
  return {
    torch,
    zoom,
    enlarged,
    toggleTorch: () =>
      void camera?.setTorch(!torch).then(
        () => setTorch(!torch),
        () => {},
      ),
    zoomTo: (times: number) => {
      setZoom(times)
      camera?.setZoom(times).then(setEnlarged, () => setEnlarged(times))
    },
  }
}

/** The camera's picture while this shows, and the codes in it. */
export function useCamera(found: (code: string) => void): CameraView {
  const video = useRef<HTMLVideoElement>(null)
  const once = useOnce(found)
  const [state, setState] = useState<CameraState>('starting')
  const [camera, setCamera] = useState<Camera | null>(null)
  const [attempt, setAttempt] = useState(0)
  const open = useRef<() => Promise<Camera>>(() => openCamera())
  const lens = useLens(camera)
  const enlarged = useRef(1)
  enlarged.current = lens.enlarged

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens a camera
  useEffect(() => {
    let over = false
    let used: Camera | null = null
    if (!navigator.mediaDevices?.getUserMedia) return setState('insecure')
    open.current().then(
      (opened) => {
        used = opened
        if (over) return opened.stop()
        setCamera(opened)
      },
      (error: unknown) => !over && setState(troubleOf(error)),
    )
    return () => {
      over = true
      used?.stop()
    }
  }, [attempt])

  useEffect(() => {
    const shown = video.current
    if (!camera || !shown) return
    shown.srcObject = camera.stream
    const playing = () => setState('on')
    shown.addEventListener('loadeddata', playing, { once: true })
    void shown.play().catch(() => {})
    const stop = readCamera(shown, () => enlarged.current, once)
    return () => {
      shown.removeEventListener('loadeddata', playing)
      stop()
    }
  }, [camera, once])

  const again = (how: () => Promise<Camera>) => {
    open.current = how
    setState('starting')
    setCamera(null)
    setAttempt((before) => before + 1)
  }
  return {
    ...{ video, state, camera, ...lens },
    next: () => camera && again(() => nextCamera(camera)),
    retry: () => again(() => openCamera()),
  }
}
