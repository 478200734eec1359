import i18next from 'i18next'
import { atom } from 'jotai/vanilla'
import { type Entity, titleField } from '../../../../shared/kit/entity.ts'
import type { Use } from '../../../../shared/kit/uses.ts'
import { asFailure } from '../../api/failure.ts'
import { invalidate } from '../../api/queries.ts'
import { planRemoval, removeMany } from '../../api/records.ts'
import type { AnyRow } from '../../fields/cell.tsx'
import { store, useAtomValue } from '../../session/store.ts'
import { confirm } from '../../ui/confirm.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast.ts'
import { sayDeleted } from './restore.ts'
import type { InUse } from './uses-dialog.tsx'

const UsesDialog = lazyDialog(() => import('./uses-dialog.tsx').then((module) => ({ default: module.UsesDialog })))

const inUse = atom<InUse | null>(null)
const say = (key: string, figures: Record<string, string> = {}) => i18next.t(key, { ns: 'common', ...figures })

function refused(title: string, error: unknown): void {
  const { data, message } = asFailure(error)
  const uses = (data as { uses?: Use[] } | null)?.uses
  if (uses) store.set(inUse, { title, uses })
  else toast(message, { tone: 'error' })
}

interface Asked {
  /** What people call it; its title field when absent. */
  title?: string
  /** What else becomes of it. */
  more?: string
}

/** What is lost for good is asked otherwise than what can be brought back. */
const ask = (title: string, archived: boolean, more = '') =>
  confirm({
    title: say(archived ? 'remove.archive_title' : 'remove.title', { title }),
    text: [say(archived ? 'remove.archive_text' : 'remove.text', { title }), more].filter(Boolean).join(' '),
    yes: say(archived ? 'remove.archive' : 'action.delete'),
    danger: true,
  })

/**
 * Deletes a record after asking; true when it is gone. The question says what will become of it, and what still uses it is
 * shown instead.
 */
export async function removeRecord(entity: Entity, row: AnyRow, asked: Asked = {}): Promise<boolean> {
  const title = asked.title ?? String(row[titleField(entity)] ?? row.id)
  try {
    const plan = await planRemoval(entity, [row.id])
    if (!(await ask(title, plan.archived.length > 0, asked.more))) return false
    const { archived } = await removeMany(entity, [row.id])
    sayDeleted(entity, archived)
  } catch (error) {
    refused(title, error)
    return false
  }
  void invalidate(entity.name)
  return true
}

/** Where `removeRecord` shows what still uses a record. */
export function InUseDialog() {
  const shown = useAtomValue(inUse)
  return shown && <UsesDialog {...shown} onClose={() => store.set(inUse, null)} />
}
