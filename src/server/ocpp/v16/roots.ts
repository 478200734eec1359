import type { RootUse } from '../../../shared/domain/root-certificate.ts'

const USES: Readonly<Record<RootUse, string>> = {
  central: 'CentralSystemRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
}

export const rootUseWord = (use: RootUse): string => USES[use]
export const rootUseOf = (word: unknown): RootUse => (word === USES.manufacturer ? 'manufacturer' : 'central')
