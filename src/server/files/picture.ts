import { rm } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { IMAGE_TYPES } from '../../shared/kit/uploads.ts'
import { AtOnce } from '../kit/at-once.ts'
import { sha256OfFile } from '../kit/hashed-file.ts'
import { Refusal } from '../kit/refusal.ts'
import { StoreFailed, StoreFull } from './file-store.ts'
import { refusedFile } from './refusals.ts'

const MOST_MEGAPIXELS = 50
/** A longer side says no more on any screen. */
const LONGEST_SIDE = 4096
const THUMBNAIL_SIDE = 320
const PATIENCE_SECONDS = 20

// Decoders for what is not taken stay shut: the fewer read what strangers send, the better.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    ...['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
    // Picture codes are drawn from memory; what strangers send is always read from a file, which this does not open.
    'VipsForeignLoadSvgBuffer',
  ],
})
sharp.cache(false)

/** Decoding takes a core and its memory: a crowd waits here, piles do not wait behind it. */
const turns = new AtOnce(2)

type ImageType = (typeof IMAGE_TYPES)[number]

export interface Picture {
  path: string
  thumbnailPath: string
  type: ImageType
  size: number
  sha256: string
  thumbnailSha256: string
  width: number
  height: number
}

export const isImageType = (type: string): type is ImageType => (IMAGE_TYPES as readonly string[]).includes(type)

/**
 * Makes a picture anew beside the one at `path`: upright, in sRGB, with no word of where and by what it was taken, and a
 * small one of at most 320 pixels. A gif keeps moving, its thumbnail stands. Refused when it is no whole picture.
 */
export const makePicture = (path: string, type: ImageType): Promise<Picture> =>
  turns.take(async () => {
    const made = { path: `${path}.picture`, thumbnailPath: `${path}.thumbnail` }
    try {
      await refuseBomb(path, type)
      const { width, height, size } = await redrawn(path, type).toFile(made.path)
      const { pageHeight } = await sharp(made.path, { animated: moves(type) }).metadata()
      await opened(path, { pages: 1 })
        .autoOrient()
        .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 75 })
        .toFile(made.thumbnailPath)
      const [sha256, thumbnailSha256] = await Promise.all([sha256OfFile(made.path), sha256OfFile(made.thumbnailPath)])
      return { ...made, type, size, sha256, thumbnailSha256, width, height: pageHeight ?? height }
    } catch (error) {
      await Promise.all(Object.values(made).map((unfinished) => rm(unfinished, { force: true })))
      throw failureOf(error)
    }
  })

const opened = (path: string, options: SharpOptions) =>
  sharp(path, {
    limitInputPixels: MOST_MEGAPIXELS * 1_000_000,
    failOn: 'error',
    sequentialRead: true,
    ...options,
  }).timeout({
    seconds: PATIENCE_SECONDS,
  })

const moves = (type: ImageType) => type === 'image/gif' || type === 'image/webp'

/** What its head promises is measured before anything is unpacked, all pages of a moving one together. */
async function refuseBomb(path: string, type: ImageType): Promise<void> {
  const { width, height, pages = 1, format } = await sharp(path, { limitInputPixels: false }).metadata()
  if (`image/${format}` !== type) throw refusedFile(422, 'files:damaged_image')
  if (width * height * pages > MOST_MEGAPIXELS * 1_000_000)
    throw refusedFile(422, 'files:too_many_pixels', { most: MOST_MEGAPIXELS })
}

function redrawn(path: string, type: ImageType): Sharp {
  const picture = opened(path, { animated: moves(type) })
    .autoOrient()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
  switch (type) {
    case 'image/jpeg':
      return picture.jpeg({ quality: 85, mozjpeg: true })
    case 'image/png':
      return picture.png({ compressionLevel: 9 })
    case 'image/webp':
      return picture.webp({ quality: 85 })
    default:
      return picture.gif()
  }
}

/** The decoder tells in words alone whether the picture or the disk failed it. */
function failureOf(error: unknown): Error {
  if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall) return error as Error
  if (/No space left|quota exceeded/i.test(String(error))) return new StoreFull(String(error))
  if (/system error/.test(String(error))) return new StoreFailed(String(error))
  if (/exceeds pixel limit|timeout/i.test(String(error)))
    return refusedFile(422, 'files:too_many_pixels', { most: MOST_MEGAPIXELS })
  return refusedFile(422, 'files:damaged_image')
}
