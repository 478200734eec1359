import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Node, node } from '../../shared/entities/node.ts'
import { invalidate } from '../kit/api/queries.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './nodes.module.css'
import { useNodeActions } from './use-node-actions.ts'

/** How often nodes say how they are; that is told to nobody who does not look. */
const LOOK_EVERY_MS = 3_000

/** The servers that share this console's database, those that started last first. */
export function NodeList() {
  const { t } = useTranslation('nodes')
  const wide = useWide()
  const actions = useNodeActions()
  const words = useWords(node)
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void invalidate(node.name)
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <EntityList
      entity={node}
      chips="state"
      rowActions={actions}
      without={wide ? ['leads', 'piles_put_off'] : ['memory_mb', 'delay_ms', 'piles_waiting', 'piles_put_off']}
      cells={{
        name: ({ name, leads }) => (leads ? <Leading name={name} /> : null),
        piles: (row) => (isHanding(row) ? <HandedOver {...row} /> : null),
        piles_waiting: ({ piles_waiting, piles_put_off }) =>
          piles_put_off ? `${piles_waiting} · ${t('put_off', { count: piles_put_off })}` : null,
        replica: ({ replica, replica_lag_s }) =>
          replica && replica_lag_s ? (
            <Pill tone={node.fields.replica.tones[replica]}>{t('behind', { count: replica_lag_s })}</Pill>
          ) : null,
      }}
      cardCells={{
        piles: (row) => (isHanding(row) ? <HandedOver {...row} /> : t('piles', { count: row.piles })),
        replica: ({ replica, replica_lag_s }) => {
          if (!replica) return null
          const state = replica_lag_s ? t('behind', { count: replica_lag_s }) : words.choice('replica', replica)
          return t('replica', { state })
        },
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

const isHanding = ({ handing_over_from, state }: Node) => handing_over_from !== null && state === 'draining'

function Leading({ name }: { name: string }): ReactNode {
  const { t } = useTranslation('nodes')
  return (
    <span className={css.leading}>
      {name} <Pill tone="charging">{t('leads')}</Pill>
    </span>
  )
}

/** How far it is with handing its piles over. */
function HandedOver({ piles, handing_over_from }: Node) {
  const { t } = useTranslation('nodes')
  const of = Math.max(handing_over_from ?? 0, piles)
  const left = t('left', { left: piles, of })
  return (
    <span className={css.handing}>
      {left}
      <progress max={Math.max(1, of)} value={of - piles + (of === 0 ? 1 : 0)} aria-label={left} />
    </span>
  )
}
