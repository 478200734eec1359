import type { Readable } from 'node:stream'
import type { Context } from '../kit/context.ts'

/** Where what piles upload is kept. */
export interface UploadFiles {
  /**
   * Keeps what arrives; it goes by itself again unless `keep` follows. Refuses what is larger than `most` bytes (413). Gives its key.
   */
  receive(arriving: { stream: Readable; name: string; most: number }, context: Context): Promise<string>
  open(key: string): Promise<{ stream: Readable }>
}
