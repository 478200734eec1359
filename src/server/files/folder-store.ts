import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256OfFile } from '../kit/hashed-file.ts'
import { ARCHIVED, type Content, ContentGone, type FileStore, type Part, StoreFailed, UPLOADED } from './file-store.ts'

/** Contents as files of the data folder, spread over folders by the first two characters of their names. */
export class FolderStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(name: string, { path, sha256 }: Content, signal?: AbortSignal): Promise<void> {
    if ((await sha256OfFile(path, signal)) !== sha256) throw new StoreFailed('the content is not what was announced')
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

  /** They lie where they arrived, and are cleared away from there. */
  async removeBroken(): Promise<number> {
    return 0
  }

  #placeOf(name: string): string {
    if (ARCHIVED.test(name)) return join(this.#folder, name)
    if (!UPLOADED.test(name)) throw new ContentGone(name)
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
