import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkOrderState } from '../../shared/domain/work-order.ts'
import { addWorkOrderPhoto } from '../../shared/endpoints/work-orders.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { AnswerList, AnswerRow, RefusedRow } from '../offline/answer-row.tsx'
import { PhotosCard } from '../offline/photos/photos-card.tsx'
import { usePhotoDecisions } from '../offline/photos/use-waiting-photos.ts'
import { drop, sendAgain } from '../offline/sending.ts'
import { useTakeBack } from '../offline/use-take-back.ts'
import {
  insist,
  isNew,
  newerOf,
  sayMore,
  sayOtherwise,
  subjectOf,
  useWorkOrderDecisions,
  type WorkOrderDecision,
} from './decisions.ts'
import { useSaid } from './use-said.ts'
import { AskDialog, type Asked, changed, WorkDialog } from './work-dialog.tsx'
import { PLAN, REPORT, type WorkDraft, type WorkField } from './work-fields.tsx'
import css from './work-order.module.css'

const OF_NEW: readonly WorkField[] = [...PLAN, ...REPORT]

const targetOf = ({ body, label }: WorkOrderDecision) => ({
  subject: subjectOf(body.order_key),
  label,
  endpoint: addWorkOrderPhoto,
  names: { id: body.id, order_key: body.order_key, pile_id: body.pile_id },
})

/** What it says that others do not: what is said of a new one says its work again. */
function ownSet(decision: WorkOrderDecision): WorkOrderDecision['body']['set'] {
  const { work, ...set } = decision.body.set
  return decision.body.id === undefined && !isNew(decision) ? set : decision.body.set
}

/** What is found and done where the server does not know the work order yet: reported as of any other. */
function Report({ decision }: { decision: WorkOrderDecision }) {
  const { t } = useTranslation('work_orders')
  const [asked, setAsked] = useState<Exclude<Asked, 'edit'> | null>(null)
  const said = useWorkOrderDecisions().filter(({ body }) => body.order_key === decision.body.order_key)
  const before: WorkDraft & { state?: WorkOrderState } = Object.assign({}, ...said.map(({ body }) => body.set))
  return (
    <div className="row">
      <Button icon="edit" onClick={() => setAsked('report')}>
        {t('actions.report')}
      </Button>
      {before.state !== 'done' && (
        <Button icon="check" onClick={() => setAsked('finish')}>
          {t('actions.finish')}
        </Button>
      )}
      {asked && (
        <AskDialog
          of={decision.body.order_key}
          asked={asked}
          before={before}
          onSay={(set) => sayMore(decision, set)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** Changes what waits before it is sent; a new work order gets its photos here too. */
function Otherwise({ decision, onClose }: { decision: WorkOrderDecision; onClose: () => void }) {
  const { t } = useTranslation('offline')
  const { pile_id } = decision.body
  const set = ownSet(decision)
  const names = isNew(decision) ? OF_NEW : OF_NEW.filter((name) => name in set)
  const before: WorkDraft = { ...set, pile_id }
  return (
    <WorkDialog
      about={decision.key}
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

/** One that waits: read, put right, taken back. */
export function Waiting({ decision }: { decision: WorkOrderDecision }) {
  const { t } = useTranslation(['work_orders', 'offline'])
  const said = useSaid()
  const takeBack = useTakeBack()
  const photos = usePhotoDecisions().filter(({ subject }) => subject === decision.subject)
  const more = useWorkOrderDecisions().filter((other) => other.subject === decision.subject && !other.body.id)
  const path = useRecordPath()('work_order', decision.body.id ?? 0)
  const [changing, setChanging] = useState(false)
  const { id, note } = decision.body
  // A work order that was never made has no photos, and nothing is said of it.
  const goes = isNew(decision) ? [...more, ...photos] : [decision]
  const doings = (
    <>
      {id && path && <ButtonLink look="quiet" icon="eye" to={path} label={t('offline:look')} />}
      {note === undefined && (
        <Button look="quiet" icon="edit" label={t('outbox.edit')} onClick={() => setChanging(true)} />
      )}
      <Button look="quiet" icon="trash" label={t('offline:outbox.remove')} onClick={() => void takeBack(goes)} />
    </>
  )
  return (
    <AnswerRow
      icon="document"
      said={t(isNew(decision) ? 'outbox.made' : 'outbox.changed')}
      at={decision.decided_at}
      label={decision.label}
      doings={doings}
    >
      <p className={css.said}>{[...said(ownSet(decision)), note].filter(Boolean).join('\n')}</p>
      {isNew(decision) && <Report decision={decision} />}
      {changing && (
        <Suspense fallback={null}>
          <Otherwise decision={decision} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </AnswerRow>
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
  const again = newer ? insist : sendAgain
  const doings = (
    <>
      <Button onClick={() => void again(decision)}>{newer ? t('outbox.mine') : t('offline:retry')}</Button>
      <Button onClick={() => void drop(decision)}>{newer ? t('outbox.theirs') : t('offline:discard')}</Button>
    </>
  )
  return (
    <RefusedRow title={newer ? t('outbox.both') : t('offline:refused')} label={decision.label} doings={doings}>
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
    </RefusedRow>
  )
}

/** What this person said of work orders and the server has not: of one of them, or of all. */
export function WaitingWork({ orderKey }: { orderKey?: string }) {
  const { t } = useTranslation('work_orders')
  const decisions = useWorkOrderDecisions().filter(({ body }) => !orderKey || body.order_key === orderKey)
  if (decisions.length === 0) return null
  return (
    <div className={css.above}>
      <AnswerList label={t('outbox.title')}>
        {decisions.map((decision) =>
          decision.state === 'waiting' ? (
            <Waiting key={decision.key} decision={decision} />
          ) : (
            <Trouble key={decision.key} decision={decision} />
          ),
        )}
      </AnswerList>
    </div>
  )
}
