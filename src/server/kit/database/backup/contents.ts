import type { Readable } from 'node:stream'
import type pg from 'pg'
import { BadBackup, type FrameReader, type FrameWriter } from './frames.ts'

/** What a backup takes along that lies beside the database. */
export interface Contents {
  /** The names of all that the database, as this client sees it, knows of. */
  names(client: pg.ClientBase): Promise<string[]>
  /** Null for what is not there. */
  read(name: string): Promise<Readable | null>
  write(name: string, content: AsyncIterable<Buffer>): Promise<void>
}

interface Count {
  contents: number
}

/** After the tables: how many there are, then each as its name, its bytes and an empty frame. */
export async function copyContents(client: pg.Client, out: FrameWriter, from: Contents | null): Promise<number> {
  const names = from ? await from.names(client) : []
  await out.object({ contents: names.length } satisfies Count)
  let copied = 0
  for (const name of names) {
    const content = await from?.read(name)
    await out.object({ content: name, missing: !content })
    for await (const chunk of content ?? []) await out.bytes(chunk as Buffer)
    await out.bytes(Buffer.alloc(0))
    if (content) copied++
  }
  return copied
}

/** What became of a backup's contents. */
export interface Put {
  put: number
  /** Those that there was no place for. */
  left_out: number
}

/** Puts them where they were; a backup of an older version has none. Without a place for them they are passed over. */
export async function putContents(frames: FrameReader, into: Contents | null): Promise<Put> {
  if (await frames.ended()) return { put: 0, left_out: 0 }
  const { contents } = await frames.object<Count>()
  if (!into) return { put: 0, left_out: contents }
  let put = 0
  for (let left = contents; left > 0; left--) {
    const { content: name, missing } = await frames.object<{ content: string; missing: boolean }>()
    if (typeof name !== 'string') throw new BadBackup('The file is damaged.')
    if (missing) await frames.bytes()
    else await into.write(name, frames.rows())
    if (!missing) put++
  }
  return { put, left_out: 0 }
}
