import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MOST_HALF_SENT, MOST_PHOTO_BYTES } from '../../../shared/domain/photos.ts'
import { MOST_UPLOAD_MB } from '../../../shared/kit/uploads.ts'
import { tooLarge } from '../refusals.ts'

/** Whose photo, and which. */
export interface PhotoName {
  user_id: number
  key: string
}

/**
 * Photos that arrive in parts. How long the file is says how much has come, so a server that is killed at any moment knows as much as
 * before; a file that nothing is added to goes after a day (`removeHalfReceived`).
 */
export class PhotoParts {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async received(name: PhotoName): Promise<number> {
    const found = await stat(this.#placeOf(name)).catch(() => null)
    return found?.size ?? 0
  }

  /** Adds a part where it belongs; one that came before is written over by itself. Tells how much there is then. */
  async add(name: PhotoName, at: number, part: Buffer): Promise<number> {
    const received = await this.received(name)
    // A gap: what is missing has to come first.
    if (at > received) return received
    if (at + part.length > MOST_PHOTO_BYTES) throw tooLarge(MOST_UPLOAD_MB)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    if (received === 0) await this.#makeRoom(name)
    const place = this.#placeOf(name)
    const file = await open(place, 'r+').catch(() => open(place, 'w+', 0o600))
    try {
      await file.write(part, 0, part.length, at)
      await file.datasync()
      return (await file.stat()).size
    } finally {
      await file.close()
    }
  }

  /** A copy for one call to work with: two that finish the same photo at once do not disturb each other. */
  async copy(name: PhotoName): Promise<string> {
    const path = join(this.#folder, randomBytes(16).toString('hex'))
    await copyFile(this.#placeOf(name), path)
    return path
  }

  async remove(name: PhotoName): Promise<void> {
    await rm(this.#placeOf(name), { force: true })
  }

  #placeOf({ user_id, key }: PhotoName): string {
    return join(this.#folder, `${prefixOf(user_id)}${key}`)
  }

  async #makeRoom({ user_id }: PhotoName): Promise<void> {
    const own = (await readdir(this.#folder)).filter((file) => file.startsWith(prefixOf(user_id)))
    if (own.length < MOST_HALF_SENT) return
    const aged = await Promise.all(
      own.map(async (file) => ({ file, at: (await stat(join(this.#folder, file)).catch(() => null))?.mtimeMs ?? 0 })),
    )
    aged.sort((one, other) => one.at - other.at)
    for (const { file } of aged.slice(0, own.length - MOST_HALF_SENT + 1))
      await rm(join(this.#folder, file), { force: true })
  }
}

const prefixOf = (user_id: number) => `part-${user_id}-`
