import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileExport } from '../../../shared/endpoints/sheets.ts'
import type { Entity } from '../../../shared/kit/entity.ts'
import { MOST_IMPORT_BYTES, MOST_IMPORT_ROWS, type SheetFormat } from '../../../shared/kit/sheets.ts'
import { doAndSay } from '../api/do-and-say.ts'
import { useFormat } from '../i18n/use-format.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import css from './import.module.css'
import { fetchAndSave } from './save-file.ts'

const MB = 1024 * 1024

const fetchTemplate = (entity: Entity, format: SheetFormat) =>
  doAndSay(() => fetchAndSave({ ...fileExport, body: { template: entity.name, format } }))

interface Props {
  entity: Entity
  onFile: (file: File) => void
}

/** Where a file is dropped or chosen, and where the template is. */
export function ImportChoose({ entity, onFile }: Props) {
  const { t } = useTranslation('sheets')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const note = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <>
      <section
        className={[css.drop, over && css.over].filter(Boolean).join(' ')}
        aria-label={t('drop')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={32} />
        <p>{t('drop')}</p>
        <Button look="primary" aria-describedby={note} onClick={() => input.current?.click()}>
          {t('choose_file')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv,.txt,text/csv"
          aria-label={t('choose_file')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onFile(file)
            // The same file, mended, is chosen again.
            target.value = ''
          }}
        />
        <small id={note}>
          {t('drop_note', { max: format.number(MOST_IMPORT_BYTES / MB), rows: MOST_IMPORT_ROWS })}
        </small>
      </section>
      <p className={css.template}>
        <span>{t('fetch_template')}</span>
        {(['xlsx', 'csv'] as const).map((kind) => (
          <Button key={kind} look="link" icon="download" onClick={() => void fetchTemplate(entity, kind)}>
            {kind}
          </Button>
        ))}
      </p>
    </>
  )
}
