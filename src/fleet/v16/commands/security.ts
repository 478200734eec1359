import { object, oneOf, status, text } from '../../fields.ts'
import type { RootUse } from '../../memory.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import type { HashData } from '../../security.ts'

const USES: readonly RootUse[] = ['CentralSystemRootCertificate', 'ManufacturerRootCertificate']

/** Certificates of the security extension (security whitepaper, A02, M03 to M05). */
export const securityCommands = (pile: Pile): Record<string, CallHandler> => ({
  InstallCertificate(payload) {
    return status(pile.security.install(oneOf(payload, 'certificateType', USES), text(payload, 'certificate')))
  },

  async GetInstalledCertificateIds(payload) {
    const found = await pile.security.installed(oneOf(payload, 'certificateType', USES))
    if (found.length === 0) return status('NotFound')
    return { payload: { status: 'Accepted', certificateHashData: found.map(({ hash }) => ({ ...hash })) } }
  },

  async DeleteCertificate(payload) {
    return status(await pile.security.remove(object(payload, 'certificateHashData') as unknown as HashData))
  },

  CertificateSigned(payload) {
    return status(pile.security.take(text(payload, 'certificateChain')))
  },
})
