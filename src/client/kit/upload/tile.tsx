import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import css from './upload.module.css'
import type { Upload } from './use-uploads.ts'

interface UploadTileProps {
  upload: Upload
  onRetry: () => void
  onCancel: () => void
}

/** A file on its way: how far it is, or why it did not get there. */
export function UploadTile({ upload, onRetry, onCancel }: UploadTileProps) {
  const { t } = useTranslation('files')
  const { file, preview, percent, failure } = upload
  const [unseen, setUnseen] = useState(false)
  const said = failure ? `${t('failed')}: ${failure}` : t('uploading', { name: file.name, percent })
  return (
    <li className={css.tile} data-state={failure ? 'error' : 'uploading'}>
      {preview && !unseen && <img src={preview} alt="" onError={() => setUnseen(true)} />}
      <div className={css.veil} role={failure ? 'alert' : 'status'} title={said}>
        {!failure && <b>{percent}%</b>}
        <small>{failure ? said : file.name}</small>
        {!failure && <progress max={100} value={percent} aria-label={said} />}
      </div>
      <div className={css.tools}>
        {failure && <Button size="small" icon="refresh" label={t('retry')} onClick={onRetry} />}
        <Button size="small" icon="close" label={t(failure ? 'remove' : 'cancel')} onClick={onCancel} />
      </div>
    </li>
  )
}

interface PlacedTileProps {
  at: number
  count: number
  /** Null while nothing may be changed. */
  onMove: ((from: number, to: number) => void) | null
  onRemove: (() => void) | null
  children: ReactNode
}

/** What the browser carries while a tile is dragged, apart from files and texts of elsewhere. */
const DRAGGED = 'application/x-tile'

/** A picture that is there: moved by dragging it or by its arrows, removed by its cross. */
export function PlacedTile({ at, count, onMove, onRemove, children }: PlacedTileProps) {
  const { t } = useTranslation('files')
  const [over, setOver] = useState(false)
  const movable = onMove !== null && count > 1
  return (
    <li
      className={[css.tile, over && css.over].filter(Boolean).join(' ')}
      data-state="success"
      draggable={movable}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, String(at))}
      onDragOver={(event) => {
        if (!movable || !event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={({ dataTransfer }) => {
        setOver(false)
        const from = dataTransfer.getData(DRAGGED)
        if (from !== '') onMove?.(Number(from), at)
      }}
    >
      {children}
      <div className={css.tools}>
        {movable && at > 0 && (
          <Button size="small" icon="left" label={t('earlier')} onClick={() => onMove(at, at - 1)} />
        )}
        {movable && at < count - 1 && (
          <Button size="small" icon="right" label={t('later')} onClick={() => onMove(at, at + 1)} />
        )}
        {onRemove && <Button size="small" icon="trash" label={t('remove')} onClick={onRemove} />}
      </div>
    </li>
  )
}
