import type { rootCertificate } from '../../shared/entities/root-certificate.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { wrongField } from '../kit/refusal.ts'
import { rootIn } from './roots.ts'

/** What is no root, or is over, is refused at its field; else what it says of itself stands beside it. */
export const rootExtension: Extension<typeof rootCertificate> = {
  async check({ pem }, { db }) {
    const root = await rootIn(pem)
    if ('flaw' in root) throw wrongField('pem', `certificates:root_flaws.${root.flaw}`)
    const known = db.selectFrom('root_certificate').select('name').where('fingerprint', '=', root.fingerprint)
    const same = await known.executeTakeFirst()
    if (same) throw wrongField('pem', 'certificates:root_known', { name: same.name })
  },
  async created(row, { db }) {
    const root = await rootIn(row.pem)
    if ('flaw' in root) throw new Error(`a root was kept that is none: ${root.flaw}`)
    const { hashes, ...facts } = root
    const shown = { ...facts, valid_to: facts.valid_to.toISOString() }
    await db
      .updateTable('root_certificate')
      .set({ ...shown, hashes: JSON.stringify(hashes) })
      .where('id', '=', row.id)
      .execute()
    Object.assign(row, shown)
  },
}
