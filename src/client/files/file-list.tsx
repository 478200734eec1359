import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFile } from '../../shared/endpoints/files.ts'
import { file as fileEntity, type File as StoredFile } from '../../shared/entities/file.ts'
import { fileAddress } from '../../shared/kit/uploads.ts'
import { invalidate } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { copyText } from '../kit/ui/copy-text.ts'
import { toast } from '../kit/ui/toast.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { chooseFiles } from '../kit/upload/choose-files.ts'
import { DropZone } from '../kit/upload/picker.tsx'
import { UploadTile } from '../kit/upload/tile.tsx'
import uploading from '../kit/upload/upload.module.css'
import { useUploads } from '../kit/upload/use-uploads.ts'
import css from './files.module.css'
import { Thumb } from './thumb.tsx'

type Row = StoredFile & { uses: number }

const addressOf = ({ key }: StoredFile) => `${location.origin}/api${fileAddress(key)}`

/** Every file that was uploaded: looked through as pictures or as a table, added to by choosing or dropping. */
export function FileList() {
  const { t } = useTranslation('files')
  const format = useFormat()
  const wide = useWide()
  const may = useMay()
  const [grid, setGrid] = useState(true)
  const { uploads, add, retry, cancel } = useUploads({
    image: false,
    kept: true,
    onArrived: ({ name }) => {
      toast(name, { tone: 'success', title: t('uploaded') })
      void invalidate(fileEntity.name)
    },
  })
  const mayAdd = may(uploadFile.permission)
  const used = (row: StoredFile) => {
    const { uses } = row as Row
    return uses === 0 ? t('used_none') : t('used', { count: uses })
  }
  async function copy(row: StoredFile) {
    if (await copyText(addressOf(row))) toast(t('address_copied'), { tone: 'success' })
  }
  const rowActions = (row: StoredFile): Action[] => [
    { key: 'copy', label: t('copy_address'), icon: 'copy', onPress: () => void copy(row) },
    { key: 'download', label: t('download'), icon: 'download', onPress: () => window.open(addressOf(row), '_blank') },
  ]
  const actions: Action[] = [
    ...(wide
      ? [{ key: 'look', label: t(grid ? 'list' : 'grid'), icon: 'list' as const, onPress: () => setGrid(!grid) }]
      : []),
    {
      key: 'upload',
      label: t('upload'),
      icon: 'upload',
      primary: true,
      permission: uploadFile.permission,
      onPress: () => void chooseFiles().then(add),
    },
  ]
  return (
    <DropZone onFiles={mayAdd ? add : null} className={css.zone}>
      <EntityList
        entity={fileEntity}
        actions={actions}
        rowActions={rowActions}
        cells={{
          name: (row) => (
            <span className={css.name}>
              <Thumb file={row} small />
              {row.name}
            </span>
          ),
        }}
        extra={[{ key: 'uses', label: t('uses'), after: 'size_bytes', cell: used }]}
        {...(wide &&
          grid && {
            tile: (row: StoredFile) => (
              <>
                <Thumb file={row} />
                <span className={css.words}>
                  <b>{row.name}</b>
                  <small>{`${format.number(row.size_bytes / 1024, 1)} KB · ${used(row)}`}</small>
                </span>
              </>
            ),
          })}
        {...(uploads.length > 0 && {
          above: (
            <ul className={uploading.tiles}>
              {uploads.map((upload) => (
                <UploadTile
                  key={upload.id}
                  upload={upload}
                  onRetry={() => retry(upload)}
                  onCancel={() => cancel(upload)}
                />
              ))}
            </ul>
          ),
        })}
      />
    </DropZone>
  )
}
