import type { File } from '../../shared/entities/file.ts'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import { FileImage } from '../kit/upload/file-image.tsx'
import css from './files.module.css'

const SIGNS: Record<File['folder'], IconName> = {
  images: 'image',
  documents: 'document',
  sheets: 'columns',
  archives: 'layers',
  firmware: 'bolt',
}

/** What a file looks like, or a sign of its kind. */
export function Thumb({ file, small = false }: { file: Pick<File, 'key' | 'folder'>; small?: boolean }) {
  return (
    <span className={small ? css.thumbSmall : css.thumb}>
      {file.folder === 'images' ? (
        <FileImage fileKey={file.key} alt="" small />
      ) : (
        <Icon name={SIGNS[file.folder]} size={small ? 18 : 32} />
      )}
    </span>
  )
}
