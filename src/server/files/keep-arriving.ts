import type { Readable } from 'node:stream'
import type { Context } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { keepFile } from './keep-file.ts'
import { receive } from './receive-upload.ts'
import { refusalOfStore } from './refusals.ts'
import type { Files } from './routes.ts'

/** Files that come without a form: kept as they are, whatever is in them, and never shown but saved. Not for good yet. */
export const arrivingFiles = ({ store, incoming }: Files) => ({
  async receive(arriving: { stream: Readable; name: string; most: number }, context: Context): Promise<string> {
    try {
      const { name, size, path, sha256 } = await receive(arriving.stream, arriving.name, incoming, arriving.most)
      const content = { path, type: 'application/octet-stream', sha256 }
      const nothing = { width: null, height: null, thumbnail: null }
      const kept = await keepFile(store, { name, folder: 'archives', size, kept: false, content, ...nothing }, context)
      return kept.key
    } catch (error) {
      throw refusalOfStore(error) ?? (isCutOff(error) ? new Refusal(400, 'files:cut_off') : error)
    }
  },
  open: (key: string) => store.open(key),
})

const isCutOff = (error: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '')
