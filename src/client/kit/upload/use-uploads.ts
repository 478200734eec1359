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
  /** How many may still come; any number when absent. */
  room?: number
  /** Most there may be in all: said when there are more. */
  most?: number
  onArrived: (uploaded: Uploaded) => void
}

let next = 1

/** Sends files: each on its own, with its progress; one that failed can be sent again. */
export function useUploads(options: Options) {
  const { t } = useTranslation('files')
  const [uploads, setUploads] = useState<Upload[]>([])
  const stops = useRef(new Map<number, AbortController>())
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

  async function start(upload: Upload) {
    const { id, file } = upload
    const { image, kept = false } = now.current
    const stop = new AbortController()
    stops.current.set(id, stop)
    began(id)
    try {
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

  function add(files: readonly File[]) {
    const { image, room = files.length, most = 0 } = now.current
    if (files.length > room) toast(t('most', { count: most }), { tone: 'error', title: t('warning') })
    for (const file of files.slice(0, room)) {
      const objection = objectionTo(file, image)
      if (objection) {
        toast(t(objection.key, objection.figures), { tone: 'error', title: t('warning') })
        continue
      }
      const preview = image ? URL.createObjectURL(file) : null
      const upload: Upload = { id: next++, file, preview, percent: 0, failure: null }
      setUploads((all) => [...all, upload])
      void start(upload)
    }
  }

  return {
    uploads,
    add,
    retry(upload: Upload) {
      change(upload.id, { failure: null, percent: 0 })
      void start(upload)
    },
    /** Gives it up, whether it is on its way or failed. */
    cancel(upload: Upload) {
      stops.current.get(upload.id)?.abort()
      drop(upload)
    },
  }
}
