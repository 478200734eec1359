import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFile } from '../../shared/endpoints/files.ts'
import { file as fileEntity, type File as StoredFile } from '../../shared/entities/file.ts'
import { fileAddress } from '../../shared/kit/uploads.ts'
import { invalidate } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
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

const addressOf = ({ key }: StoredFile) => `${location.origin}/api${fileAddress(key)}`

/** How many records hold it, in words. */
function useUsed() {
  const { t } = useTranslation('files')
  return (row: StoredFile) => {
    const { uses } = row as StoredFile & { uses: number }
    return uses === 0 ? t('used_none') : t('used', { count: uses })
  }
}

function Tile({ file }: { file: StoredFile }) {
  const format = useFormat()
  const used = useUsed()
  return (
    <>
      <Thumb file={file} />
      <span className={css.words}>
        <b>{file.name}</b>
        <small>{`${format.number(file.size_bytes / 1024, 1)} KB · ${used(file)}`}</small>
      </span>
    </>
  )
}

function OnTheirWay({ uploads, retry, cancel }: Pick<ReturnType<typeof useUploads>, 'uploads' | 'retry' | 'cancel'>) {
  return (
    <ul className={uploading.tiles}>
      {uploads.map((upload) => (
        <UploadTile key={upload.id} upload={upload} onRetry={() => retry(upload)} onCancel={() => cancel(upload)} />
      ))}
    </ul>
  )
}

/** What can be done with a file where it stands. */
function useRowActions() {
  const { t } = useTranslation('files')
  async function copy(row: StoredFile) {
    if (await copyText(addressOf(row))) toast(t('address_copied'), { tone: 'success' })
  }
  return (row: StoredFile): Action[] => [
    { key: 'copy', label: t('copy_address'), icon: 'copy', onPress: () => void copy(row) },
    { key: 'download', label: t('download'), icon: 'download', onPress: () => window.open(addressOf(row), '_blank') },
  ]
}

/** Takes files into the library; each that arrives is said. */
function useLibrary() {
  const { t } = useTranslation('files')
  return useUploads({
    image: false,
    kept: true,
    onArrived: ({ name }) => {
      toast(name, { tone: 'success', title: t('uploaded') })
      void invalidate(fileEntity.name)
    },
  })
}

const nameCell = (row: StoredFile) => (
  <span className={css.name}>
    <Thumb file={row} small />
    {row.name}
  </span>
)

/** Every file that was uploaded: looked through as pictures or as a table, added to by choosing or dropping. */
export function FileList() {
  const { t } = useTranslation(['files', 'common'])
  const words = useWords(fileEntity)
  const wide = useWide()
  const takes = useMay()(uploadFile.permission)
  const used = useUsed()
  const rowActions = useRowActions()
  const { add, ...onTheirWay } = useLibrary()
  const [grid, setGrid] = useState(true)
  const look: Action = { key: 'look', label: t(grid ? 'list' : 'grid'), icon: 'list', onPress: () => setGrid(!grid) }
  const upload: Action = {
    key: 'upload',
    label: t('upload'),
    icon: 'upload',
    primary: true,
    permission: uploadFile.permission,
    onPress: () => void chooseFiles().then(add),
  }
  return (
    <DropZone onFiles={takes ? add : null} className={css.zone}>
      <EntityList
        entity={fileEntity}
        actions={wide ? [look, upload] : [upload]}
        rowActions={rowActions}
        {...(!takes && { empty: { text: t('common:list.none_yet', { many: words.many }) } })}
        cells={{ name: nameCell }}
        extra={[{ key: 'uses', label: t('uses'), after: 'size_bytes', cell: used }]}
        {...(wide && grid && { tile: (row: StoredFile) => <Tile file={row} /> })}
        {...(onTheirWay.uploads.length > 0 && { above: <OnTheirWay {...onTheirWay} /> })}
      />
    </DropZone>
  )
}
