import { useTranslation } from 'react-i18next'
import { REVOKE, revokeCertificate } from '../../shared/endpoints/certificates.ts'
import { certificate } from '../../shared/entities/certificate.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { invalidate } from '../kit/api/queries.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'

/** Certificates of piles, those that end first on top. */
export function CertificateList() {
  const { t } = useTranslation('certificates')
  const record = useRecordPath()

  async function revoke(id: number, station: string) {
    if (!(await confirm({ title: t('revoke'), text: t('revoke_text', { station }), yes: t('revoke'), danger: true })))
      return
    try {
      await call(revokeCertificate, { id }, { key: newKey() })
      toast(t('revoked'), { tone: 'success' })
    } catch (error) {
      toast(asFailure(error).message, { tone: 'error' })
    }
    void invalidate('certificate')
  }

  return (
    <EntityList
      entity={certificate}
      chips="state"
      rowActions={({ id, pile_id, subject, state }) => {
        const pile = record('pile', pile_id)
        return [
          ...(pile ? [{ key: 'pile', label: t('pile'), icon: 'plug' as const, to: pile }] : []),
          ...(state === 'revoked'
            ? []
            : [
                {
                  key: 'revoke',
                  label: t('revoke'),
                  icon: 'lock' as const,
                  permission: REVOKE,
                  onPress: () => void revoke(id, subject),
                },
              ]),
        ]
      }}
    />
  )
}
