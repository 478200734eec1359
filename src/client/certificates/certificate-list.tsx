import { certificate } from '../../shared/entities/certificate.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { useCertificateActions, useCertificateCells } from './use-certificate.ts'

/** Certificates of piles, those that end first on top. */
export function CertificateList() {
  const wide = useWide()
  return (
    <EntityList
      entity={certificate}
      chips="state"
      // The pile's number is its subject: a card says it once.
      without={wide ? [] : ['subject', 'valid_from']}
      cells={useCertificateCells({ wide })}
      rowActions={useCertificateActions()}
    />
  )
}
