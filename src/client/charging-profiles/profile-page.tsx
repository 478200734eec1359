import { Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PUSH, pushProfile } from '../../shared/endpoints/charging-profiles.ts'
import { type ChargingProfileRecord, chargingProfile } from '../../shared/entities/charging-profile.ts'
import { permissionOf, type Titled, titleOf } from '../../shared/kit/entity.ts'
import { useSend } from '../kit/api/queries.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { ConflictDialog } from '../kit/forms/conflict-dialog.tsx'
import { FormFields } from '../kit/forms/form-fields.tsx'
import { RightGone } from '../kit/forms/right-gone.tsx'
import { useEntityForm } from '../kit/forms/use-entity-form.ts'
import { useLeaveGuard } from '../kit/forms/use-leave-guard.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { isArchived } from '../kit/records/page/restore.ts'
import { useMay } from '../kit/session/can.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'
import { inputs } from './inputs.ts'
import { LimitDialog } from './limit-dialog.tsx'
import type { ChargingProfileParts } from './parts.ts'
import css from './profile-page.module.css'
import { PushDialog } from './push-dialog.tsx'
import { PushLogCard } from './push-log-card.tsx'
import { PushState } from './push-state.tsx'
import { ResultCard } from './result-card.tsx'
import { SiteMoment } from './site-moment.tsx'
import { asks } from './steps.ts'
import { StepsInput } from './steps-input.tsx'

const NEVER_FREE = { current: false }

interface EditorProps {
  row: AnyRow
  parts: ChargingProfileParts
  /** It was saved, and is to be pushed as it is now. */
  onPush: (row: AnyRow) => void
}

/** The schedule under the hand, what it comes to at a gun, and what else the profile says. */
function Editor({ row, parts, onPush }: EditorProps) {
  const { t } = useTranslation('charging_profiles')
  const may = useMay()
  const thenPush = useRef(false)
  const onSaved = (saved: AnyRow) => thenPush.current && onPush(saved)
  const form = useEntityForm({ entity: chargingProfile, row, onSaved })
  const save = (push: boolean) => {
    thenPush.current = push
    void form.save()
  }
  const mayPush = may(PUSH)
  useLeaveGuard(form.dirty, NEVER_FREE)
  const site = Number(row.site_id)
  const Prices = useCallback(({ from }: { from: number }) => <parts.Prices siteId={site} from={from} />, [parts, site])
  const disabled = !may(permissionOf(chargingProfile, 'update')) || isArchived(row)
  return (
    <div className={css.editor}>
      <div className={css.main}>
        {form.dirty && <RightGone permission={permissionOf(chargingProfile, 'update')} />}
        <Card title={t('steps')} aside={<PushState row={row as unknown as ChargingProfileRecord} />}>
          <div className={css.schedule}>
            <StepsInput
              draft={form.draft}
              disabled={disabled}
              onChange={(periods) => form.change('periods', periods)}
              changeAll={form.changeAll}
              {...(may('strategy.list') && may('site.list') && { below: Prices })}
            />
            {form.errors.periods && (
              <small className={css.wrong} role="alert">
                {form.errors.periods}
              </small>
            )}
          </div>
        </Card>
        <ResultCard id={row.id} site={site} draft={form.draft} name={String(form.draft.name ?? '')} />
      </div>
      {!disabled && (
        <Card className={css.aside ?? ''}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              save(false)
            }}
          >
            <FormFields
              entity={chargingProfile}
              form={form}
              row={row}
              inputs={inputs}
              asks={(name, draft) => name !== 'periods' && asks(name, draft)}
            />
            <div className={css.foot}>
              <Button disabled={!form.dirty} onClick={form.startOver}>
                {t('discard')}
              </Button>
              <Button look={mayPush ? 'plain' : 'primary'} type="submit" busy={form.busy} disabled={!form.dirty}>
                {t('save')}
              </Button>
              {mayPush && (
                <Button
                  look="primary"
                  icon="bolt"
                  busy={form.busy}
                  onClick={() => (form.dirty ? save(true) : onPush(row))}
                >
                  {t(form.dirty ? 'save_and_push' : 'push.open')}
                </Button>
              )}
            </div>
          </form>
        </Card>
      )}
      {form.conflict && (
        <Suspense fallback={null}>
          <ConflictDialog entity={chargingProfile} form={form} conflict={form.conflict} />
        </Suspense>
      )}
    </div>
  )
}

/** Pushing what is saved, and taking it back. */
function useActions() {
  const { t } = useTranslation('charging_profiles')
  const [pushing, setPushing] = useState<ChargingProfileRecord | null>(null)
  const [limiting, setLimiting] = useState<ChargingProfileRecord | null>(null)
  const clearing = useSend(pushProfile, ['charging_profile', 'campaign'])
  async function clear(row: ChargingProfileRecord) {
    const question = { title: t('clear.title', { name: row.name }), text: t('clear.text'), yes: t('clear.action') }
    if (!(await confirm({ ...question, danger: true }))) return
    clearing.mutate(
      { id: row.id, clear: true },
      {
        onSuccess: ({ piles }) => toast(t('clear.done', { count: piles }), { tone: 'success' }),
        onError: (error) => toast(error.fields.pile_ids ?? error.message, { tone: 'error' }),
      },
    )
  }
  const actions = (row: AnyRow): Action[] => {
    const profile = row as unknown as ChargingProfileRecord
    return [
      ...(profile.charging_profile_kind === 'dynamic' && profile.count > 0
        ? [
            {
              key: 'limit',
              label: t('limit_now.action'),
              permission: PUSH,
              onPress: () => setLimiting(profile),
            },
          ]
        : []),
      ...(profile.count > 0
        ? [
            {
              key: 'clear',
              label: t('clear.action'),
              permission: PUSH,
              danger: true,
              onPress: () => void clear(profile),
            },
          ]
        : []),
      { key: 'push', label: t('push.open'), icon: 'bolt', permission: PUSH, onPress: () => setPushing(profile) },
    ]
  }
  const push = (row: AnyRow) => setPushing(row as unknown as ChargingProfileRecord)
  return { actions, pushing, limiting, push, close: () => setPushing(null), shut: () => setLimiting(null) }
}

/** Where it is meant for, how many hold it, and since when. */
function useCaption() {
  const { t } = useTranslation('charging_profiles')
  const format = useFormat()
  return (row: AnyRow) => {
    const profile = row as unknown as ChargingProfileRecord
    const site = (row[titleOf('site_id')] as Titled | null)?.title
    const pushed = profile.pushed_at && t('pushed_ago', { ago: format.ago(profile.pushed_at) })
    return [site, t('held_by', { count: profile.count }), pushed].filter(Boolean).join(' · ')
  }
}

/** What the pill beside the chart says already, or only the code. */
const tells = (field: string, row: AnyRow) =>
  !['is_push', 'pushed_version'].includes(field) && (field !== 'is_delete' || row.is_delete === true)

/** A charging profile's page. */
export const profilePage = (parts: ChargingProfileParts) =>
  function ProfilePage({ id }: { id: number }) {
    const { actions, pushing, limiting, push, close, shut } = useActions()
    const format = useFormat()
    const caption = useCaption()
    return (
      <EntityPage
        entity={chargingProfile}
        id={id}
        actions={actions}
        caption={caption}
        tells={tells}
        formHere
        cells={{
          duration: ({ duration }) => (duration === null ? EMPTY : format.duration(Number(duration))),
          start_schedule: (row) => <SiteMoment at={row.start_schedule} site={row.site_id} />,
          valid_from: (row) => <SiteMoment at={row.valid_from} site={row.site_id} />,
          valid_to: (row) => <SiteMoment at={row.valid_to} site={row.site_id} />,
          pushed_at: (row) => <SiteMoment at={row.pushed_at} site={row.site_id} />,
        }}
        above={(row) => (
          <>
            <Editor key={`${row.id} ${row.version}`} row={row} parts={parts} onPush={push} />
            <PushLogCard id={row.id} site={row.site_id} />
            <Suspense fallback={null}>
              {pushing && <PushDialog profile={pushing} onClose={close} />}
              {limiting && <LimitDialog profile={limiting} onClose={shut} />}
            </Suspense>
          </>
        )}
      />
    )
  }
