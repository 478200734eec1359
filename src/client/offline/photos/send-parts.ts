import { PART_BYTES } from '../../../shared/domain/photos.ts'
import type { photoStanding } from '../../../shared/endpoints/photos.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'

type Standing = Data<typeof photoStanding>

/** How a page, or the worker without one, asks the server. */
export interface PartCalls {
  standing: (key: string) => Promise<Standing>
  part: (form: FormData, onShare: (share: number) => void) => Promise<Standing>
}

/** The server did not get on with it, as when another tab sends the same photo: it is tried again later. */
export class Stuck extends Error {}

/** Sends what the server has not got of a photo, from where it stopped, and no more of one that was taken back meanwhile. `onShare` hears how much is there, of 1. */
export async function sendParts(
  { key, photo, stillWaits }: { key: string; photo: Blob; stillWaits: () => Promise<boolean> },
  calls: PartCalls,
  onShare: (share: number) => void = () => {},
): Promise<void> {
  let { received, kept } = await calls.standing(key)
  while (!kept && received < photo.size) {
    if (!(await stillWaits())) return
    const at = received
    onShare(at / photo.size)
    const form = new FormData()
    const part = photo.slice(at, at + PART_BYTES)
    form.append('key', key)
    form.append('at', String(at))
    form.append('file', part, 'part')
    ;({ received, kept } = await calls.part(form, (share) => onShare((at + share * part.size) / photo.size)))
    if (!kept && received <= at) throw new Stuck()
  }
  onShare(1)
}
