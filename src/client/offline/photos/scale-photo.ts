import { LONGEST_PHOTO_SIDE, MOST_PHOTO_BYTES } from '../../../shared/domain/photos.ts'
import { IMAGE_TYPES } from '../../../shared/kit/uploads.ts'

const QUALITY = 0.82

/** Neither this browser nor the server can read it. */
export class NoPhoto extends Error {}

/** A photo upright and no larger than needed, without where and by what it was taken. One that the browser cannot read stays as it is. */
export async function scaledPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return asItIs(file)
  try {
    const scale = Math.min(1, LONGEST_PHOTO_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const scaled = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return scaled ?? asItIs(file)
  } finally {
    picture.close()
  }
}

function asItIs(file: Blob): Blob {
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type) || file.size > MOST_PHOTO_BYTES) throw new NoPhoto()
  return file
}
