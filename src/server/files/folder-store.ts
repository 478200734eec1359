import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Content, ContentGone, type FileStore, type Part } from './file-store.ts'

/** What people and their programs look for by name. */
const ARCHIVED = /^archive\/[a-z0-9_]+\.csv\.gz$/

/** Contents as files of the data folder, spread over folders by the first two characters of their names. */
export class FolderStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(name: string, { path }: Content): Promise<void> {
    const place = this.#placeOf(name)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await synced(path)
    await rename(path, place)
    await synced(dirname(place))
  }

  async open(name: string, part?: Part) {
    try {
      const handle = await open(this.#placeOf(name), 'r')
      const { size } = await handle.stat()
      return { stream: handle.createReadStream(part), size: part ? part.end - part.start + 1 : size }
    } catch (error) {
      throw isMissing(error) ? new ContentGone(name) : error
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#placeOf(name), { force: true })
  }

  #placeOf(name: string): string {
    if (ARCHIVED.test(name)) return join(this.#folder, name)
    if (!/^[0-9a-f]{32}(\.thumbnail)?$/.test(name)) throw new ContentGone(name)
    return join(this.#folder, name.slice(0, 2), name)
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** A name is on the disk only once its folder is. Windows keeps no such thing apart and refuses to be asked. */
async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR' || error.code === 'EPERM') return null
    throw error
  })
  try {
    await handle?.sync().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPERM') throw error
    })
  } finally {
    await handle?.close()
  }
}
