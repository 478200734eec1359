import type { Field } from '../../../shared/kit/fields.ts'
import { fileAddress } from '../../../shared/kit/uploads.ts'
import { API_BASE } from '../api/client.ts'
import { EMPTY } from '../i18n/format.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { PicturesProps } from '../upload/pictures.tsx'
import css from './record-link.module.css'

const Pictures = lazyPart<PicturesProps>(() =>
  import('../upload/pictures.tsx').then((module) => ({ default: module.Pictures })),
)

interface Props {
  field: Field
  value: unknown
  label: string
  /** What a row carries beside a file's key. */
  file: { name: string } | null
  whole: boolean
}

export const isFileKind = ({ kind }: Field) => kind === 'image' || kind === 'images' || kind === 'file'

/** A record's pictures, or the file that it holds. */
export function FileCell({ field, value, label, file, whole }: Props) {
  if (field.kind === 'file')
    return (
      <a className={css.link} href={API_BASE + fileAddress(String(value))} download>
        {file?.name ?? label}
      </a>
    )
  const keys = Array.isArray(value) ? (value as string[]) : [String(value)]
  return keys.length > 0 ? <Pictures keys={keys} label={label} whole={whole} /> : EMPTY
}
