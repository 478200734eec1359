import * as z from 'zod/mini'
import type { offlineRecord } from '../../shared/entities/offline-record.ts'
import type { Extension } from '../kit/crud/extension.ts'

/** Where the pile stands now; null where it stands at no site. */
const atSite = z.object({ site: z.nullable(z.object({ id: z.int(), title: z.string() })) })

/** A spell without a socket is told with the pile's site. */
export const offlineExtension: Extension<typeof offlineRecord> = {
  row: atSite,
  async extend(rows, { db }) {
    const sites = await db
      .selectFrom('pile')
      .innerJoin('site', 'site.id', 'pile.site_id')
      .select(['pile.id as pile_id', 'site.id', 'site.name as title'])
      .where(
        'pile.id',
        'in',
        rows.map(({ pile_id }) => pile_id),
      )
      .execute()
    const siteOf = new Map(sites.map(({ pile_id, id, title }) => [pile_id, { id, title }]))
    return rows.map((row) => ({ ...row, site: siteOf.get(row.pile_id) ?? null }))
  },
}
