import i18next from 'i18next'
import { atom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { type Entity, titleField } from '../../../shared/kit/entity.ts'
import { asFailure } from '../api/failure.ts'
import { invalidate } from '../api/queries.ts'
import { remove } from '../api/records.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { store } from '../session/store.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'

interface Use {
  entity: string
  titles: string[]
}
interface InUse {
  title: string
  uses: Use[]
}

const inUse = atom<InUse | null>(null)
const say = (key: string, figures: Record<string, string> = {}) => i18next.t(key, { ns: 'common', ...figures })

/** Deletes a record after asking; true when it is gone. What still uses it is shown instead. */
export async function removeRecord(entity: Entity, row: AnyRow): Promise<boolean> {
  const title = String(row[titleField(entity)] ?? row.id)
  const sure = await confirm({
    title: say('remove.title'),
    text: say('remove.text', { title }),
    yes: say('action.delete'),
    danger: true,
  })
  if (!sure) return false
  try {
    await remove(entity, row.id)
  } catch (error) {
    const failure = asFailure(error)
    const uses = (failure.data as { uses?: Use[] } | null)?.uses
    if (uses) store.set(inUse, { title, uses })
    else toast(failure.message, { tone: 'error' })
    return false
  }
  toast(say('done.deleted'), { tone: 'success' })
  void invalidate(entity.name)
  return true
}

/** Where `removeRecord` shows what still uses a record. */
export function InUseDialog() {
  const { t } = useTranslation(['common', 'entities'])
  const shown = useAtomValue(inUse)
  if (!shown) return null
  const close = () => store.set(inUse, null)
  return (
    <Dialog
      small
      title={t('remove.in_use_title')}
      onClose={close}
      foot={<Button onClick={close}>{t('remove.understood')}</Button>}
    >
      <p>{t('remove.in_use_text', { title: shown.title })}</p>
      <ul>
        {shown.uses.map(({ entity, titles }) => (
          <li key={entity}>
            {t(`entities:${entity}.many`)}: {titles.join(', ')}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
