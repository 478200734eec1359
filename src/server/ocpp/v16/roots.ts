import type { CertificateUse, RootUse } from '../../../shared/domain/root-certificate.ts'

/** Contracts of cars are no matter of 1.6. */
export const USES = {
  central: 'CentralSystemRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
} as const

const words: Readonly<Partial<Record<CertificateUse, string>>> = USES
export const rootUseWord = (use: CertificateUse): string | null => words[use] ?? null
export const rootUseOf = (word: unknown): RootUse => (word === USES.manufacturer ? 'manufacturer' : 'central')
