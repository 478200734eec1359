import type { Asking } from '../../../shared/domain/intent.ts'
import type { CertificateUse, ToldCertificate } from '../../../shared/domain/root-certificate.ts'
import { hashOf, hashPayload } from '../every-version/certificate-hash.ts'
import { wordOf } from '../every-version/charging-profiles.ts'
import type { Payload } from '../framing.ts'
import type { OurCall } from '../protocol.ts'

export type Uses = Readonly<Partial<Record<CertificateUse, string>>>

/** What certificates are for, in the words of 2.0.1 (3.34, 3.41). */
export const USES: Uses = {
  central: 'CSMSRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
  v2g: 'V2GRootCertificate',
  mobility: 'MORootCertificate',
  v2g_chain: 'V2GCertificateChain',
}

/** And in those of 2.1. */
export const NEWER_USES: Uses = { ...USES, oem: 'OEMRootCertificate' }

export const namedUse = (word: unknown): CertificateUse | null => wordOf(NEWER_USES, word)

/** What is asked about certificates (M03 to M05); nothing where the version has no word for their use. */
export const rootSay = (uses: Uses) => ({
  install_certificate: ({ use, certificate }: Asking<'install_certificate'>): OurCall | null => {
    const certificateType = uses[use]
    return certificateType ? { action: 'InstallCertificate', payload: { certificateType, certificate } } : null
  },
  list_certificates: ({ use }: Asking<'list_certificates'>): OurCall | null => {
    const word = uses[use]
    return word ? { action: 'GetInstalledCertificateIds', payload: { certificateType: [word] } } : null
  },
  delete_certificate: (hash: Asking<'delete_certificate'>): OurCall => ({
    action: 'DeleteCertificate',
    payload: { certificateHashData: hashPayload(hash) },
  }),
})

interface Told {
  certificateType?: string
  certificateHashData: Payload
  childCertificateHashData?: Payload[]
}

/** Which a pile says that it holds (M03.FR.04, M03.FR.05). */
export const certificatesIn = ({ certificateHashDataChain = [] }: Payload): ToldCertificate[] =>
  (certificateHashDataChain as Told[]).map(
    ({ certificateType, certificateHashData, childCertificateHashData = [] }) => ({
      ...{ use: namedUse(certificateType), ...hashOf(certificateHashData) },
      children: childCertificateHashData.map(hashOf),
    }),
  )
