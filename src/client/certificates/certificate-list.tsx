import { useTranslation } from 'react-i18next'
import { REVOKE, revokeCertificate } from '../../shared/endpoints/certificates.ts'
import { certificate } from '../../shared/entities/certificate.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { confirm } from '../kit/ui/confirm.tsx'

/** Certificates of piles, those that end first on top. */
export function CertificateList() {
  const { t } = useTranslation('certificates')
  const record = useRecordPath()

  async function revoke(id: number, station: string) {
    if (!(await confirm({ title: t('revoke'), text: t('revoke_text', { station }), yes: t('revoke'), danger: true })))
      return
    await doAndSay(() => call(revokeCertificate, { id }), { done: t('revoked'), changes: ['certificate'] })
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
