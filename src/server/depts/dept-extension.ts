import type { dept } from '../../shared/entities/dept.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { refuseReachingMore } from '../kit/more-than-own.ts'
import { refuseMisplaced } from '../kit/tree.ts'

const DEEPEST = 8

/** Departments make a tree; one goes only when nobody, no site and no other department belongs to it any more. */
export const deptExtension: Extension<typeof dept> = {
  async check({ parent_id }, { db }, before) {
    if (before && before.parent_id === parent_id) return
    await refuseMisplaced(db, 'dept', { id: before?.id ?? null, parent_id, deepest: DEEPEST })
  },
  async updated({ parent_id }, before, { db, person }) {
    if (parent_id !== before.parent_id) await refuseReachingMore(db, person)
  },
}
