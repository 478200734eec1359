import type { Kysely } from 'kysely'
import type { CancelCampaign, StartCampaign } from '../campaigns/ports.ts'
import type { Database } from '../kit/database/tables.ts'

export interface ServiceDeps {
  db: Kysely<Database>
  campaigns: StartCampaign & CancelCampaign
  changed(entity: string, id: number): void
}
