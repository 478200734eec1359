import { useTranslation } from 'react-i18next'
import { type Certificate, certificate } from '../../shared/entities/certificate.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import css from './certificates.module.css'
import { useCertificateActions, useEnd } from './use-certificate.ts'

const shown = (row: AnyRow) => row as unknown as Certificate

/** A pile's certificate, whole. */
export function CertificatePage({ id }: { id: number }) {
  const { t } = useTranslation('certificates')
  const actionsOf = useCertificateActions()
  const ends = useEnd({ wide: false })
  const hex = (figures: string) => <span className={css.hex}>{figures}</span>
  return (
    <EntityPage
      entity={certificate}
      id={id}
      actions={(row) => actionsOf(shown(row))}
      caption={(row) => ends(shown(row))}
      tells={(field, row) => row[field] !== null || field === 'valid_to'}
      cells={{
        serial: (row) => hex(shown(row).serial),
        fingerprint: (row) => hex(shown(row).fingerprint),
        said: (row) => t(`said.${shown(row).said}`, { defaultValue: shown(row).said ?? '' }),
      }}
    />
  )
}
