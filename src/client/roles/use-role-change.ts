import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, role } from '../../shared/entities/role.ts'
import { asFailure, type Failure } from '../kit/api/failure.ts'
import { invalidate, useKeys } from '../kit/api/queries.ts'
import { update } from '../kit/api/records.ts'
import { toast } from '../kit/ui/toast.ts'
import type { ListedRole } from './listed-role.ts'

/** Saves a part of a role; it holds at once for anyone who has the role. */
export function useRoleChange({ id, version }: ListedRole, onSaved: () => void) {
  const { t } = useTranslation('common')
  const keys = useKeys()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function save(change: Partial<Role>) {
    setBusy(true)
    setFailure(null)
    try {
      await update(role, { id, version, ...change } as { id: number; version: number }, keys.keyFor(change))
      for (const entity of ['role', 'user']) void invalidate(entity)
      toast(t('done.saved'), { tone: 'success' })
      onSaved()
    } catch (error) {
      const failed = asFailure(error)
      // A silent server may have done it: the same key is sent again, and it is done once.
      if (failed.kind !== 'silent') keys.done()
      setFailure(failed)
      setBusy(false)
    }
  }
  return { save: (change: Partial<Role>) => void save(change), busy, failure }
}
