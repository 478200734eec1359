import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { hashedFile } from '../kit/hashed-file.ts'
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
    const { path, sha256 } = await hashedFile(incoming, Readable.from(content))
    try {
      await store.put(name, { path, type: 'application/octet-stream', sha256 })
    } finally {
      await rm(path, { force: true })
    }
  },
})
