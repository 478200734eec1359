import { Fragment, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWorkOrderPhoto } from '../../shared/endpoints/work-orders.ts'
import { Ago } from '../kit/i18n/ago.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { PhotosCard } from '../offline/photos/photos-card.tsx'
import { usePhotoDecisions } from '../offline/photos/use-waiting-photos.ts'
import { drop, sendAgain } from '../offline/sending.ts'
import {
  insist,
  isNew,
  newerOf,
  sayOtherwise,
  subjectOf,
  useWorkOrderDecisions,
  type WorkOrderDecision,
} from './decisions.ts'
import { useSaid } from './use-said.ts'
import { changed, WorkDialog } from './work-dialog.tsx'
import type { WorkDraft, WorkField } from './work-fields.tsx'
import css from './work-order.module.css'

const OF_NEW: readonly WorkField[] = ['work', 'kind', 'assignee_id', 'due_on', 'found', 'did', 'parts', 'minutes']

const targetOf = ({ body, label }: WorkOrderDecision) => ({
  subject: subjectOf(body.order_key),
  label,
  endpoint: addWorkOrderPhoto,
  names: { id: body.id, order_key: body.order_key, pile_id: body.pile_id },
})

/** Changes what waits before it is sent; a new work order gets its photos here too. */
function Otherwise({ decision, onClose }: { decision: WorkOrderDecision; onClose: () => void }) {
  const { t } = useTranslation('offline')
  const { set, pile_id } = decision.body
  const names = isNew(decision) ? OF_NEW : OF_NEW.filter((name) => name in set)
  const before: WorkDraft = { ...set, pile_id }
  return (
    <WorkDialog
      title={t('outbox.edit')}
      action={t('outbox.keep')}
      names={names}
      initial={before}
      onSay={(draft) => sayOtherwise(decision, { set: changed(names, before, draft) })}
      onClose={onClose}
    >
      {isNew(decision) && <PhotosCard photos={[]} target={targetOf(decision)} may />}
    </WorkDialog>
  )
}

function useTakeBack() {
  const { t } = useTranslation('offline')
  const photos = usePhotoDecisions()
  return async (decision: WorkOrderDecision) => {
    const sure = await confirm({
      title: t('outbox.remove_title'),
      text: t('outbox.remove_text'),
      yes: t('outbox.remove'),
      danger: true,
    })
    if (!sure) return
    await drop(decision)
    // A work order that was never made has no photos.
    if (isNew(decision)) for (const photo of photos) if (photo.subject === decision.subject) await drop(photo)
  }
}

/** One that waits: read, put right, taken back. */
export function Waiting({ decision }: { decision: WorkOrderDecision }) {
  const { t } = useTranslation(['work_orders', 'offline'])
  const said = useSaid()
  const takeBack = useTakeBack()
  const path = useRecordPath()('work_order', decision.body.id ?? 0)
  const [changing, setChanging] = useState(false)
  const { id, set, note } = decision.body
  return (
    <li>
      <Card>
        <div className={css.sent}>
          <Icon name="document" size={20} />
          <div className="grow">
            <div className="row between">
              <b>{t(isNew(decision) ? 'outbox.made' : 'outbox.changed')}</b>
              <small>
                <Ago at={decision.decided_at} />
              </small>
            </div>
            <p>{decision.label}</p>
            <p className={css.said}>{[...said(set), note].filter(Boolean).join('\n')}</p>
          </div>
        </div>
        <div className={css.foot}>
          <span>
            <Icon name="clock" size={16} />
            {t('offline:waits')}
          </span>
          {id && path && <ButtonLink look="quiet" icon="eye" to={path} label={t('offline:look')} />}
          {note === undefined && (
            <Button look="quiet" icon="edit" label={t('outbox.edit')} onClick={() => setChanging(true)} />
          )}
          <Button
            look="quiet"
            icon="trash"
            label={t('offline:outbox.remove')}
            onClick={() => void takeBack(decision)}
          />
        </div>
        {changing && (
          <Suspense fallback={null}>
            <Otherwise decision={decision} onClose={() => setChanging(false)} />
          </Suspense>
        )}
      </Card>
    </li>
  )
}

/** One that was not taken, or over which another person's newer words hold: both stand beside each other. */
export function Trouble({ decision }: { decision: WorkOrderDecision }) {
  const { t } = useTranslation(['work_orders', 'offline'])
  const said = useSaid()
  const newer = newerOf(decision)
  const theirs = newer && {
    ...Object.fromEntries(newer.late.map((name) => [name, newer.work_order[name]])),
    assignee_name: newer.work_order.assignee_name,
  }
  const mine = newer ? Object.fromEntries(newer.late.map((name) => [name, decision.body.set[name as never]])) : {}
  return (
    <li>
      <Card>
        <div className={css.sent} role="alert">
          <Icon name="warning" size={20} />
          <div className="grow">
            <b>{newer ? t('outbox.both') : t('offline:refused')}</b>
            <p>{decision.label}</p>
            {newer ? (
              <div className={css.both}>
                <div>
                  <b>{t('you')}</b>
                  <p className={css.said}>{said(mine).join('\n')}</p>
                </div>
                <div>
                  <b>{t('outbox.other')}</b>
                  <p className={css.said}>{said(theirs ?? {}).join('\n')}</p>
                </div>
              </div>
            ) : (
              <p>{decision.message}</p>
            )}
          </div>
        </div>
        <div className="row">
          {newer ? (
            <Button onClick={() => void insist(decision)}>{t('outbox.mine')}</Button>
          ) : (
            <Button onClick={() => void sendAgain(decision)}>{t('offline:retry')}</Button>
          )}
          <Button onClick={() => void drop(decision)}>{newer ? t('outbox.theirs') : t('offline:discard')}</Button>
        </div>
      </Card>
    </li>
  )
}

/** What this person said of work orders and the server has not: of one of them, or of all. */
export function WaitingWork({ orderKey }: { orderKey?: string }) {
  const { t } = useTranslation('work_orders')
  const decisions = useWorkOrderDecisions().filter(({ body }) => !orderKey || body.order_key === orderKey)
  if (decisions.length === 0) return null
  return (
    <ul className={css.outbox} aria-label={t('outbox.title')}>
      {decisions.map((decision) => (
        <Fragment key={decision.key}>
          {decision.state === 'waiting' ? <Waiting decision={decision} /> : <Trouble decision={decision} />}
        </Fragment>
      ))}
    </ul>
  )
}
