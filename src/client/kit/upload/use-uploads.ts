import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Uploaded } from '../../../shared/endpoints/files.ts'
import { asFailure } from '../api/failure.ts'
import { toast } from '../ui/toast.ts'
import { objectionTo } from './check-file.ts'
import { sendFile } from './send-file.ts'
import { began, ended } from './under-way.ts'

/** A file on its way: uploading, or failed for a reason in the person's words. Once it has arrived it is none of these. */
export interface Upload {
  id: number
  file: File
  /** The picture as it lies on this device. */
  preview: string | null
  percent: number
  failure: string | null
}

interface Options {
  image: boolean
  kept?: boolean
  /** Most there may be in all; any number when absent. */
  most?: number
  /** How many are there already. */
  held?: number
  onArrived: (uploaded: Uploaded) => void
}

let next = 1

/** Sends files one after the other, so that they arrive in the order in which they were chosen; one that failed can be sent again. */
export function useUploads(options: Options) {
  const { t } = useTranslation('files')
  const [uploads, setUploads] = useState<Upload[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const tail = useRef<Promise<void>>(Promise.resolve())
  const now = useRef(options)
  now.current = options
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))

  function drop({ id, preview }: Upload) {
    if (preview) URL.revokeObjectURL(preview)
    setUploads((all) => all.filter((one) => one.id !== id))
  }

  function enqueue(upload: Upload) {
    stops.current.set(upload.id, new AbortController())
    began(upload.id)
    tail.current = tail.current.then(() => start(upload))
  }

  async function start(upload: Upload) {
    const { id, file } = upload
    const { image, kept = false } = now.current
    const stop = stops.current.get(id) ?? new AbortController()
    try {
      stop.signal.throwIfAborted()
      const onPercent = (percent: number) => change(id, { percent })
      const uploaded = await sendFile({ file, image, kept, onPercent, signal: stop.signal })
      drop(upload)
      now.current.onArrived(uploaded)
    } catch (error) {
      const { message } = asFailure(error)
      if (!stop.signal.aborted) change(id, { failure: message || t('unknown_error') })
    } finally {
      stops.current.delete(id)
      ended(id)
    }
  }

  const roomIn = (onTheirWay: number) => {
    const { most = Number.POSITIVE_INFINITY, held = 0 } = now.current
    return Math.max(0, most - held - onTheirWay)
  }

  function add(files: readonly File[]) {
    const { image, most } = now.current
    const room = roomIn(uploads.length)
    if (most && files.length > room) toast(t('most', { count: most }), { tone: 'error', title: t('warning') })
    for (const file of files.slice(0, room)) {
      const objection = objectionTo(file, image)
      if (objection) {
        toast(t(objection.key, objection.figures), { tone: 'error', title: t('warning') })
        continue
      }
      const preview = image ? URL.createObjectURL(file) : null
      const upload: Upload = { id: next++, file, preview, percent: 0, failure: null }
      setUploads((all) => [...all, upload])
      enqueue(upload)
    }
  }

  return {
    uploads,
    /** How many may still come. */
    room: roomIn(uploads.length),
    add,
    retry(upload: Upload) {
      change(upload.id, { failure: null, percent: 0 })
      enqueue(upload)
    },
    /** Gives it up, whether it is on its way or failed. */
    cancel(upload: Upload) {
      stops.current.get(upload.id)?.abort()
      drop(upload)
    },
  }
}
