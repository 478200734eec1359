import { object, status, text } from '../../fields.ts'
import type { RootUse } from '../../memory.ts'
import type { CallHandler, Pile } from '../../pile.ts'
import type { HashData } from '../../security.ts'

/** The uses of roots that a pile has room for, in words of 2.0.1 and in its own. */
const USES: Readonly<Record<string, RootUse>> = {
  CSMSRootCertificate: 'CentralSystemRootCertificate',
  ManufacturerRootCertificate: 'ManufacturerRootCertificate',
  V2GRootCertificate: 'V2GRootCertificate',
  MORootCertificate: 'MORootCertificate',
}
/** And of 2.1. */
const NEWER: typeof USES = { ...USES, OEMRootCertificate: 'OEMRootCertificate' }
const wordOf = (use: RootUse) => Object.keys(NEWER).find((word) => NEWER[word] === use)

/** Certificates (A02, M03 to M05). */
export const securityCommands = (pile: Pile, version: string): Record<string, CallHandler> => ({
  InstallCertificate(payload) {
    const use = (version === 'ocpp2.0.1' ? USES : NEWER)[text(payload, 'certificateType')]
    if (!use) return status('Rejected')
    return status(pile.security.install(use, text(payload, 'certificate')))
  },

  async GetInstalledCertificateIds({ certificateType }) {
    const asked = Array.isArray(certificateType) ? certificateType.map(String) : Object.keys(NEWER)
    const all = await pile.security.installed()
    const found = all.filter(({ use }) => asked.includes(wordOf(use) ?? ''))
    if (found.length === 0) return status('NotFound')
    const certificateHashDataChain = found.map(({ hash, use }) => ({
      certificateType: wordOf(use),
      certificateHashData: { ...hash },
    }))
    return { payload: { status: 'Accepted', certificateHashDataChain } }
  },

  async DeleteCertificate(payload) {
    return status(await pile.security.remove(object(payload, 'certificateHashData') as unknown as HashData))
  },

  CertificateSigned(payload) {
    const isOwn = (payload.certificateType ?? 'ChargingStationCertificate') === 'ChargingStationCertificate'
    return status(isOwn ? pile.security.take(text(payload, 'certificateChain')) : 'Rejected')
  },
})
