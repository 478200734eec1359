import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file as it lies on the disk, and what its bytes are. */
export interface HashedFile {
  path: string
  /** As hexadecimal digits. */
  sha256: string
  /** In bytes. */
  size: number
}

interface Rules {
  /** What it goes through first, as a packer. */
  through?: readonly NodeJS.ReadWriteStream[]
  /** Throws where so many bytes are too many. */
  check?: (size: number) => void
  signal?: AbortSignal | undefined
}

/**
 * Streams something into a file of a name that nobody guesses, in a folder that is this server's alone or shared, and tells its bytes' hash and
 * number on the way. What breaks off leaves no file.
 */
export async function hashedFile(
  folder: string,
  source: NodeJS.ReadableStream,
  { through = [], check, signal }: Rules = {},
): Promise<HashedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomBytes(16).toString('hex'))
  const hash = createHash('sha256')
  let size = 0
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      try {
        check?.(size)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  try {
    await pipeline([source, ...through, measured, createWriteStream(path, { mode: 0o600 })], { signal })
    return { path, sha256: hash.digest('hex'), size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Of a file that is there. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  return hash.digest('hex')
}
