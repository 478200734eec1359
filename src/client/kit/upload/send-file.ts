import { type Uploaded, uploadFile, uploadFirmware, uploadImage } from '../../../shared/endpoints/files.ts'
import { sendForm } from '../api/send-form.ts'

const STILL_MS = 30_000

export interface Sending {
  file: File
  /** By its content it has to be a picture. */
  image: boolean
  /** It is firmware, and may be larger. */
  firmware?: boolean
  /** It belongs to the library, whether or not a record uses it. */
  kept?: boolean
  onPercent: (percent: number) => void
  signal: AbortSignal
}

/** Sends a file and gives what the server made of it; throws a Failure in the person's words. */
export function sendFile({ file, image, firmware, kept, onPercent, signal }: Sending): Promise<Uploaded> {
  const form = new FormData()
  if (kept) form.append('kept', 'true')
  form.append('file', file, file.name)
  return sendForm({
    path: (image ? uploadImage : firmware ? uploadFirmware : uploadFile).path,
    form,
    onPercent,
    signal,
    stillMs: STILL_MS,
  })
}
