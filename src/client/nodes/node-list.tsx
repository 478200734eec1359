import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { node } from '../../shared/entities/node.ts'
import { invalidate } from '../kit/api/queries.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useWide } from '../kit/ui/use-wide.ts'

/** How often nodes say how they are; that is told to nobody who does not look. */
const LOOK_EVERY_MS = 3_000

/** The servers that share this console's database, those that started last first. */
export function NodeList() {
  const { t } = useTranslation('nodes')
  const wide = useWide()
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void invalidate(node.name)
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <EntityList
      entity={node}
      chips="state"
      without={wide ? [] : ['memory_mb', 'delay_ms', 'piles_waiting', 'piles_put_off']}
      cardCells={{
        piles: ({ piles }) => t('piles', { count: piles }),
        browsers: ({ browsers, piles_waiting, piles_put_off }) =>
          [
            t('browsers', { count: browsers }),
            ...(piles_waiting ? [t('waiting', { count: piles_waiting })] : []),
            ...(piles_put_off ? [t('put_off', { count: piles_put_off })] : []),
          ].join(' · '),
        busy_percent: ({ busy_percent }) => t('busy', { percent: busy_percent }),
      }}
    />
  )
}
