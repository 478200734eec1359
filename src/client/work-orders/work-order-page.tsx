import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { DOES_WORK, isEnded } from '../../shared/domain/work-order.ts'
import { addWorkOrderPhoto, removeWorkOrderPhoto, workOrderView } from '../../shared/endpoints/work-orders.ts'
import { type WorkOrder, workOrder } from '../../shared/entities/work-order.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useCall } from '../kit/api/queries.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { BottomActions } from '../kit/ui/bottom-actions.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { PhotosCard } from '../offline/photos/photos-card.tsx'
import { NotKept } from '../offline/sending.ts'
import { useListed } from '../offline/use-listed.tsx'
import { asSaid, photosOf, type Saying, say, subjectOf, useSaidOfWorkOrders } from './decisions.ts'
import { CheckPage } from './round/check-page.tsx'
import { RoundCard } from './round/round-card.tsx'
import { useRound } from './round/use-round.ts'
import { WaitingWork } from './waiting-work.tsx'
import { AskDialog, type Asked } from './work-dialog.tsx'
import type { WorkDraft } from './work-fields.tsx'
import { WorkHistory } from './work-history.tsx'

type View = Data<typeof workOrderView>
const orderOf = ({ work_order }: View) => work_order as unknown as WorkOrder

/** What can be done with it as it is, the likeliest first. */
function useActions(order: WorkOrder | undefined, say: (saying: Saying) => void, ask: (what: Asked) => void): Action[] {
  const { t } = useTranslation('work_orders')
  if (!order) return []
  const { state } = order
  const action = (key: string, icon: Action['icon'], onPress: () => void, primary = false): Action => ({
    ...{ key, label: t(`actions.${key}`), primary, permission: DOES_WORK, onPress },
    ...(icon && { icon }),
  })
  const start = action('start', 'route', () => say({ set: { state: 'under_way' } }), true)
  const finish = action('finish', 'check', () => ask('finish'), state === 'under_way')
  const report = action('report', 'edit', () => ask('report'))
  const others = [
    action('edit', 'calendar', () => ask('edit')),
    action('cancel', 'close', () => say({ set: { state: 'cancelled' } })),
  ]
  if (isEnded(state)) return [report, action('reopen', 'refresh', () => say({ set: { state: 'under_way' } }))]
  // What stands beside the first button stays there when the work begins: who taps twice meets no other one.
  return state === 'planned' ? [start, report, finish, ...others] : [finish, report, ...others]
}

function PileLink({ pile }: { pile: Titled }) {
  const path = useRecordPath()('pile', pile.id)
  return path ? <Link to={path}>{pile.title}</Link> : pile.title
}

/** At which pile it is; a round, at which site. */
const labelOf = ({ work, pile, site }: WorkOrder) => [work, (pile ?? site)?.title].filter(Boolean).join(' · ')

function Head({ order }: { order: WorkOrder }) {
  const { t } = useTranslation('work_orders')
  const words = useWords(workOrder)
  const format = useFormat()
  const alarm = useRecordPath()('alarm', order.alarm_id ?? 0)
  const fact = (name: keyof typeof workOrder.fields, value: ReactNode) =>
    value !== null && value !== '' && <Fact label={words.label(name)}>{value}</Fact>
  return (
    <Card title={order.work} aside={<StatusPill entity={workOrder} name="state" value={order.state} />}>
      <Facts>
        {fact('number', order.number)}
        {fact('kind', words.choice('kind', order.kind))}
        {fact('pile_id', order.pile && <PileLink pile={order.pile} />)}
        {fact('site_id', order.site?.title ?? null)}
        {fact('assignee_name', order.assignee_name)}
        {fact('due_on', order.due_on && format.day(order.due_on))}
        {fact('alarm_id', order.alarm_id && alarm ? <Link to={alarm}>{t('open_alarm')}</Link> : null)}
        {fact('started_at', order.started_at && format.moment(order.started_at))}
        {fact('ended_at', order.ended_at && format.moment(order.ended_at))}
        {fact('found', order.found)}
        {fact('did', order.did)}
        {fact('parts', order.parts)}
        {fact('minutes', order.minutes === null ? null : t('minutes', { count: order.minutes }))}
      </Facts>
    </Card>
  )
}

/** One work order: what is to be done and what was found and done, its photos, and what people said of it. */
export function WorkOrderPage({ id }: { id: number }) {
  const { t } = useTranslation(['work_orders', 'offline'])
  const home = useHome('work_order')
  const wide = useWide()
  const may = useMay()
  const [params] = useSearchParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const query = useCall(
    workOrderView,
    { id },
    { entities: ['work_order', 'inspection'], only: { work_order: [id] }, offline: true },
  )
  const listed = useListed(workOrder, id, query)
  const view = query.data
  const decisions = useSaidOfWorkOrders().filter(({ body }) => body.order_key === view?.order_key)
  const order = view && asSaid(orderOf(view), decisions)
  const round = useRound(view?.round ?? null)
  const which = view && { id, order_key: view.order_key, pile_id: orderOf(view).pile_id }
  const onSay = async (saying: Saying) => {
    if (which && order) await say(which, labelOf(order), saying)
  }
  const sayNow = (saying: Saying) =>
    void onSay(saying).catch((error) =>
      toast(error instanceof NotKept ? t('offline:not_kept') : asFailure(error).message, { tone: 'error' }),
    )
  const actions = useActions(order, sayNow, setAsked)
  const target = which &&
    order && {
      ...{ subject: subjectOf(which.order_key), label: labelOf(order) },
      ...{ endpoint: addWorkOrderPhoto, names: which },
    }
  const row = round?.piles.find(({ id }) => id === Number(params.get('pile')))
  if (listed) return listed
  if (round && row) return <CheckPage key={row.id} round={round} row={row} back={`${home}/${id}`} />
  return (
    <Page title={order?.number ?? t('one')} {...(home && { back: home })} {...(wide && { actions })}>
      <Loaded query={query} skeleton={<Skeleton height={260} />}>
        {(shown) => (
          <>
            <WaitingWork orderKey={shown.order_key} />
            <Head order={order ?? orderOf(shown)} />
            {round && <RoundCard round={round} />}
            {target && (
              <PhotosCard
                photos={shown.photos}
                target={target}
                subjects={[target.subject, photosOf(id)]}
                may={may(DOES_WORK)}
                remove={removeWorkOrderPhoto}
              />
            )}
            <WorkHistory entries={shown.entries} />
          </>
        )}
      </Loaded>
      {!wide && <BottomActions actions={actions} two />}
      {asked && order && (
        <AskDialog
          of={order.id}
          asked={asked}
          before={order as unknown as WorkDraft}
          onSay={(set) => onSay({ set })}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}
