import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { ContentGone } from './file-store.ts'
import { thumbnailName } from './keep-file.ts'
import type { Files } from './routes.ts'

/** The contents of all files, for a backup to take along and a restore to put back. */
export const backupContents = ({ store, incoming }: Files) => ({
  async names(client: pg.ClientBase): Promise<string[]> {
    const { rows } = await client.query<{ key: string; folder: string }>('select key, folder from file order by id')
    return rows.flatMap(({ key, folder }) => (folder === 'images' ? [key, thumbnailName(key)] : [key]))
  },
  async read(name: string): Promise<Readable | null> {
    try {
      return (await store.open(name)).stream
    } catch (error) {
      if (error instanceof ContentGone) return null
      throw error
    }
  },
  async write(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const path = join(incoming, randomBytes(16).toString('hex'))
    const hash = createHash('sha256')
    const hashed = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    try {
      await pipeline(content, hashed, createWriteStream(path, { mode: 0o600 }))
      await store.put(name, { path, type: 'application/octet-stream', sha256: hash.digest('hex') })
    } finally {
      await rm(path, { force: true })
    }
  },
})
