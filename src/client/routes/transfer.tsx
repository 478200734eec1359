import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routeCreate, routeRemove } from '../../shared/endpoints/people.ts'
import { useSend } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Tabs } from '../kit/ui/tabs.tsx'
import { toast } from '../kit/ui/toast.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './routes.module.css'
import { TransferList } from './transfer-list.tsx'
import type { UserRoutes } from './user-routes.ts'

type Side = 'available' | 'assigned'

interface Props {
  userId: number
  routes: UserRoutes
}

/** Gives what is ticked, or takes it. */
function useTransfer({ userId, routes }: Props) {
  const { t } = useTranslation('people')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const giving = useSend(routeCreate, ['user'])
  const taking = useSend(routeRemove, ['user'])
  const idsOf = (side: Side) => routes[side].map(({ id }) => id).filter((id) => ticked.has(id))
  function send(side: Side) {
    const ids = idsOf(side)
    const sending = side === 'available' ? giving : taking
    const done = t(side === 'available' ? 'routes.given' : 'routes.taken', { count: ids.length })
    sending.mutate(
      { user_id: userId, ids },
      {
        onSuccess: () => {
          setTicked(new Set())
          toast(done, { tone: 'success' })
        },
        onError: ({ message }) => toast(message, { tone: 'error' }),
      },
    )
  }
  return { ticked, setTicked, idsOf, send, busy: giving.isPending || taking.isPending }
}

/** Two lists, and what goes from one to the other; on a phone one of them at a time. */
export function Transfer(props: Props) {
  const { routes } = props
  const { t } = useTranslation('people')
  const format = useFormat()
  const wide = useWide()
  const may = useMay()
  const [shown, setShown] = useState<Side>('available')
  const { ticked, setTicked, idsOf, send, busy } = useTransfer(props)
  const mayAssign = may(routeCreate.permission)
  const list = (side: Side) => (
    <TransferList
      label={t(`routes.${side}`)}
      routes={routes[side]}
      all={[...routes.available, ...routes.assigned]}
      ticked={ticked}
      onTick={setTicked}
      locked={!mayAssign || (side === 'assigned' && routes.everything)}
    />
  )
  const button = (side: Side) =>
    mayAssign && (
      <Button
        look="primary"
        icon={side === 'available' ? 'right' : 'left'}
        busy={busy}
        disabled={idsOf(side).length === 0}
        onClick={() => send(side)}
      >
        {t(side === 'available' ? 'routes.give' : 'routes.take', { count: idsOf(side).length })}
      </Button>
    )
  if (wide) {
    return (
      <div className={css.transfer}>
        {list('available')}
        <div className={css.between}>
          {button('available')}
          {button('assigned')}
        </div>
        {list('assigned')}
      </div>
    )
  }
  const sides: Side[] = ['available', 'assigned']
  return (
    <Tabs
      label={t('routes.title')}
      tabs={sides.map((key) => ({ key, label: `${t(`routes.${key}`)} ${format.number(routes[key].length)}` }))}
      current={shown}
      onChange={setShown}
    >
      <div className={css.narrow}>
        {list(shown)}
        {idsOf(shown).length > 0 && <div className={css.under}>{button(shown)}</div>}
      </div>
    </Tabs>
  )
}
