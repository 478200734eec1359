import i18next from 'i18next'
import { type Entity, permissionOf } from '../../../../shared/kit/entity.ts'
import { asFailure } from '../../api/failure.ts'
import { invalidate } from '../../api/queries.ts'
import { restoreMany } from '../../api/records.ts'
import type { Action } from '../../ui/actions.tsx'
import { toast } from '../../ui/toast.ts'

const say = (key: string, figures: Record<string, unknown> = {}) => i18next.t(key, { ns: 'common', ...figures })

export const isArchived = (row: object): boolean => Boolean((row as { archived_at?: string | null }).archived_at)

/** Brings archived records back; true when they are. */
export async function restore(entity: Entity, ids: readonly number[]): Promise<boolean> {
  try {
    await restoreMany(entity, ids)
  } catch (error) {
    const { fields, message } = asFailure(error)
    const [first] = Object.values(fields)
    toast(first && Object.keys(fields).length === 1 ? `${message} ${first}` : message, { tone: 'error' })
    return false
  }
  toast(say('done.restored'), { tone: 'success' })
  void invalidate(entity.name)
  return true
}

/** What remains to be done with archived records. */
export const restoreAction = (entity: Entity, ids: readonly number[], done?: () => void): Action => ({
  key: 'restore',
  label: say('remove.restore'),
  icon: 'refresh',
  permission: permissionOf(entity, 'delete'),
  onPress: async () => {
    if (await restore(entity, ids)) done?.()
  },
})

/** After a deletion: what was archived can be brought back at once. */
export function sayDeleted(entity: Entity, archived: readonly number[]): void {
  const action = { label: say('action.undo'), onPress: () => void restore(entity, archived) }
  toast(say('done.deleted'), { tone: 'success', ...(archived.length > 0 && { action }) })
}
