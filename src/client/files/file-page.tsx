import { useTranslation } from 'react-i18next'
import { type File, file as fileEntity } from '../../shared/entities/file.ts'
import { fileAddress } from '../../shared/kit/uploads.ts'
import { API_BASE } from '../kit/api/client.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Pictures } from '../kit/upload/pictures.tsx'
import css from './files.module.css'
import { Thumb } from './thumb.tsx'

/** A file: what it looks like, and what is known of it. */
export function FilePage({ id }: { id: number }) {
  const { t } = useTranslation('files')
  return (
    <EntityPage
      entity={fileEntity}
      id={id}
      above={(row) => {
        const { key, folder, name } = row as unknown as File
        return (
          <Card>
            <div className={css.head}>
              {folder === 'images' ? <Pictures keys={[key]} label={name} whole /> : <Thumb file={{ key, folder }} />}
              <a href={API_BASE + fileAddress(key)} download={name}>
                {t('download')}
              </a>
            </div>
          </Card>
        )
      }}
    />
  )
}
