import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MessageRow, PUSH_MESSAGE } from '../../shared/endpoints/display-messages.ts'
import { displayMessage } from '../../shared/entities/display-message.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { isArchived } from '../kit/records/page/restore.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { Screens } from './message-preview.tsx'
import { MessagePiles } from './piles-card.tsx'
import { PushDialog } from './push-dialog.tsx'
import { useStanding } from './use-standing.ts'

const shown = (row: AnyRow) => row as unknown as MessageRow

/** Said above in other words, or only by its code. */
const UNTOLD = new Set(['is_delete', 'pushed_version', 'texts'])

/** Giving a message to piles, and taking it from them. */
function useActions() {
  const { t } = useTranslation('display_messages')
  const [doing, setDoing] = useState<{ row: MessageRow; clear: boolean } | null>(null)
  const actions = (row: AnyRow): Action[] => {
    const { held, outdated, drifted, open } = shown(row).piles
    const clear: Action = {
      ...{ key: 'clear', label: t('clear.open'), icon: 'trash', permission: PUSH_MESSAGE, danger: true },
      onPress: () => setDoing({ row: shown(row), clear: true }),
    }
    const push: Action = {
      ...{ key: 'push', label: t('push.open'), icon: 'upload', permission: PUSH_MESSAGE },
      onPress: () => setDoing({ row: shown(row), clear: false }),
    }
    return [...(held + outdated + drifted + open > 0 ? [clear] : []), ...(isArchived(row) ? [] : [push])]
  }
  return { actions, doing, close: () => setDoing(null) }
}

/** A message: how it looks, how its piles stand to it, and each of them. */
export function MessagePage({ id }: { id: number }) {
  const { t } = useTranslation('display_messages')
  const { actions, doing, close } = useActions()
  const standing = useStanding()
  return (
    <EntityPage
      entity={displayMessage}
      id={id}
      actions={actions}
      caption={(row) => standing(shown(row))}
      tells={(field, row) => !UNTOLD.has(field) && row[field] !== null}
      above={(row) => {
        const { texts, language, format, pushed_version, version } = shown(row)
        return (
          <>
            <Suspense fallback={null}>
              {doing && <PushDialog message={doing.row} clear={doing.clear} onClose={close} />}
            </Suspense>
            {pushed_version !== null && pushed_version !== version && !isArchived(row) && (
              <Banner tone="waiting" icon="warning">
                {t('changed')}
              </Banner>
            )}
            <Card title={t('looks')}>
              <Screens texts={texts} language={language} format={format} />
            </Card>
            <MessagePiles id={id} />
          </>
        )
      }}
    />
  )
}
