import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Uploaded } from '../../../shared/endpoints/files.ts'
import { MOST_FIRMWARE_MB, MOST_UPLOAD_MB } from '../../../shared/kit/uploads.ts'
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
  /** Firmware, which may be larger than other files. */
  firmware?: boolean
  kept?: boolean
  /** Most there may be in all; any number when absent. */
  most?: number
  /** How many are there already. */
  held?: number
  onArrived: (uploaded: Uploaded) => void
}

let next = 1

/** The uploads that show, and what changes in them. */
function useShown() {
  const [uploads, setUploads] = useState<Upload[]>([])
  // A browser holds a picture in memory until it is told that nobody shows it any more.
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const held = previews.current
    return () => {
      for (const preview of held) URL.revokeObjectURL(preview)
      held.clear()
    }
  }, [])
  return {
    uploads,
    show(upload: Upload) {
      if (upload.preview) previews.current.add(upload.preview)
      setUploads((all) => [...all, upload])
    },
    change: (id: number, part: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one))),
    drop({ id, preview }: Upload) {
      if (preview && previews.current.delete(preview)) URL.revokeObjectURL(preview)
      setUploads((all) => all.filter((one) => one.id !== id))
    },
  }
}

/** Sends one after the other; what has not arrived when its form goes is given up. */
function useQueue({ change, drop }: ReturnType<typeof useShown>, now: RefObject<Options>) {
  const { t } = useTranslation('files')
  const stops = useRef(new Map<number, AbortController>())
  const tail = useRef<Promise<void>>(Promise.resolve())
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  async function start(upload: Upload, { signal }: AbortController) {
    const { id, file } = upload
    const { image, firmware = false, kept = false } = now.current
    try {
      signal.throwIfAborted()
      const onPercent = (percent: number) => change(id, { percent })
      const uploaded = await sendFile({ file, image, firmware, kept, onPercent, signal })
      drop(upload)
      now.current.onArrived(uploaded)
    } catch (error) {
      const { message } = asFailure(error)
      if (!signal.aborted) change(id, { failure: message || t('unknown_error') })
    } finally {
      stops.current.delete(id)
      ended(id)
    }
  }

  return {
    enqueue(upload: Upload) {
      const stop = new AbortController()
      stops.current.set(upload.id, stop)
      began(upload.id)
      tail.current = tail.current.then(() => start(upload, stop))
    },
    stop: (id: number) => stops.current.get(id)?.abort(),
  }
}

/** Sends files, in the order in which they were chosen; one that failed can be sent again. */
export function useUploads(options: Options) {
  const { t } = useTranslation('files')
  const now = useRef(options)
  now.current = options
  const shown = useShown()
  const { enqueue, stop } = useQueue(shown, now)
  const { uploads, show, change, drop } = shown
  const { most = Number.POSITIVE_INFINITY, held = 0 } = options
  /** How many may still come. */
  const room = Math.max(0, most - held - uploads.length)
  const warn = (text: string) => toast(text, { tone: 'error', title: t('warning') })

  function add(files: readonly File[]) {
    if (files.length > room) warn(t('most', { count: most }))
    for (const file of files.slice(0, room)) {
      const objection = objectionTo(file, options.image, options.firmware ? MOST_FIRMWARE_MB : MOST_UPLOAD_MB)
      if (objection) {
        warn(t(objection.key, objection.figures))
        continue
      }
      const preview = options.image ? URL.createObjectURL(file) : null
      const upload: Upload = { id: next++, file, preview, percent: 0, failure: null }
      show(upload)
      enqueue(upload)
    }
  }

  return {
    uploads,
    room,
    add,
    retry(upload: Upload) {
      change(upload.id, { failure: null, percent: 0 })
      enqueue(upload)
    },
    /** Gives it up, whether it is on its way or failed. */
    cancel(upload: Upload) {
      stop(upload.id)
      drop(upload)
    },
  }
}
