import type { AuthorizationStatus } from '../ports.ts'

interface Told {
  status: AuthorizationStatus
  group?: string | null
  until?: string | null
}

/** What may be told of an idTag (OCPP 1.6, 7.27): with its group any other tag of that ends its transactions. It has no word for a balance (7.2). */
export const tagInfo = ({ status, group, until }: Told) => ({
  status: status === 'NoCredit' ? 'Blocked' : status,
  ...(until && { expiryDate: until }),
  ...(group && { parentIdTag: group }),
})
