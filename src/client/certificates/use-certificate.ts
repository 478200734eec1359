import { useTranslation } from 'react-i18next'
import { REVOKE, revokeCertificate } from '../../shared/endpoints/certificates.ts'
import type { Certificate } from '../../shared/entities/certificate.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { dayOf } from '../kit/fields/days.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { confirm } from '../kit/ui/confirm.tsx'

/** What can be done with a certificate: on its row and on its page. */
export function useCertificateActions() {
  const { t } = useTranslation('certificates')
  const record = useRecordPath()
  async function revoke(id: number, station: string) {
    if (!(await confirm({ title: t('revoke'), text: t('revoke_text', { station }), yes: t('revoke'), danger: true })))
      return
    await doAndSay(() => call(revokeCertificate, { id }), { done: t('revoked'), changes: ['certificate'] })
  }
  return ({ id, pile_id, subject, state }: Pick<Certificate, 'id' | 'pile_id' | 'subject' | 'state'>): Action[] => {
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
              danger: true,
              onPress: () => void revoke(id, subject),
            },
          ]),
    ]
  }
}

/** When a certificate ends, by the day; on a card, which has no headings, with the word. */
export function useEnd({ wide }: { wide: boolean }) {
  const { t } = useTranslation('certificates')
  const format = useFormat()
  return ({ valid_to }: Pick<Certificate, 'valid_to'>) => {
    const day = format.day(dayOf(valid_to))
    return wide ? day : t(Date.parse(valid_to) < Date.now() ? 'ended' : 'ends', { day })
  }
}

export function useCertificateCells({ wide }: { wide: boolean }) {
  const { t } = useTranslation('certificates')
  const format = useFormat()
  const valid_to = useEnd({ wide })
  return {
    valid_to,
    valid_from: ({ valid_from }: Certificate) => format.day(dayOf(valid_from)),
    said: ({ said }: Certificate) => said && t(`said.${said}`, { defaultValue: said }),
  }
}
