import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import {
  approveUser,
  disableUser,
  endAllSignIns,
  endSignIns,
  resetFactors,
  resetPassword,
  routeIndex,
} from '../../shared/endpoints/people.ts'
import { user } from '../../shared/entities/user.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { useSend } from '../kit/api/queries.ts'
import { isArchived } from '../kit/records/page/restore.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { useProof } from '../kit/session/proof.tsx'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { toast } from '../kit/ui/toast.ts'
import type { ListedUser } from './listed-user.ts'
import { ResetDialog } from './reset-dialog.tsx'

/** Goes to a person's form, for those who may change people. */
function useChanging() {
  const may = useMay()
  const navigate = useNavigate()
  const recordPath = useRecordPath()
  return (id: number) => {
    const path = recordPath('user', id)
    if (path && may(permissionOf(user, 'update'))) navigate(`${path}/edit`)
  }
}

/** Lets someone in, or shuts them out after asking. */
function useStanding() {
  const { t } = useTranslation('people')
  const approving = useSend(approveUser, ['user', 'todo'])
  const changing = useChanging()
  const disabling = useSend(disableUser, ['user', 'dept', 'role'])
  const told = (done: string) => ({
    onSuccess: () => toast(done, { tone: 'success' }),
    onError: ({ message }: Error) => toast(message, { tone: 'error' }),
  })
  return {
    busy: approving.isPending || disabling.isPending,
    approve({ id, version, user_name, role_ids }: ListedUser) {
      if (role_ids.length > 0)
        return approving.mutate({ id, version }, told(t('user.approved', { account: user_name })))
      const bare = told(t('user.approved_bare', { account: user_name }))
      approving.mutate({ id, version }, { ...bare, onSettled: (_, failure) => !failure && changing(id) })
    },
    async disable({ id, version, user_name }: ListedUser) {
      const text = t('user.disable_text', { account: user_name })
      if (await confirm({ title: t('user.disable'), text, yes: t('user.disable'), danger: true }))
        disabling.mutate({ id, version }, told(t('user.disabled', { account: user_name })))
    },
  }
}

/** Takes the second steps from someone who lost theirs, after asking, with a fresh proof of who does it. */
function useFactorReset() {
  const { t } = useTranslation('people')
  const { proved, dialog } = useProof()
  async function reset({ id, user_name: account }: ListedUser) {
    const question = { title: t('factors.title', { account }), text: t('factors.text'), yes: t('factors.yes') }
    if (!(await confirm({ ...question, danger: true }))) return
    await doAndSay(() => proved(() => call(resetFactors, { id })), {
      done: (done) => done && t(done.removed > 0 ? 'factors.done' : 'factors.none', { account }),
      changes: ['user'],
    })
  }
  return { reset, dialog }
}

/** Ends a person's sign-ins after asking, or everybody's with a fresh proof of who does it. */
export function useEndSignIns() {
  const { t } = useTranslation('people')
  const { proved, dialog } = useProof()
  async function ask(title: string, text: string, work: () => Promise<{ ended: number }>) {
    if (!(await confirm({ title, text, yes: t('end_sign_ins.yes'), danger: true }))) return
    await doAndSay(() => proved(work), {
      done: (done) => done && t('end_sign_ins.done', { count: done.ended, n: done.ended }),
    })
  }
  return {
    dialog,
    ofOne: ({ id, user_name: account }: ListedUser) =>
      ask(t('end_sign_ins.title', { account }), t('end_sign_ins.text'), () => call(endSignIns, { id })),
    ofAll: () => ask(t('end_sign_ins.all_title'), t('end_sign_ins.all_text'), () => call(endAllSignIns, {})),
  }
}

/** What others do for a person: nobody does it for themselves here. */
function useHelp() {
  const { t } = useTranslation('people')
  const [reset, setReset] = useState<ListedUser | null>(null)
  const factors = useFactorReset()
  const signIns = useEndSignIns()
  const actionsOf = (user: ListedUser): Action[] => [
    {
      key: 'reset',
      label: t('reset.action'),
      icon: 'unlock',
      permission: resetPassword.permission,
      onPress: () => setReset(user),
    },
    {
      key: 'factors',
      label: t('factors.action'),
      icon: 'phone',
      permission: resetFactors.permission,
      onPress: () => void factors.reset(user),
    },
    {
      key: 'end_sign_ins',
      label: t('end_sign_ins.action'),
      icon: 'exit',
      permission: endSignIns.permission,
      onPress: () => void signIns.ofOne(user),
    },
  ]
  const dialog = (
    <>
      {reset && (
        <Suspense fallback={null}>
          <ResetDialog user={reset} onClose={() => setReset(null)} />
        </Suspense>
      )}
      {factors.dialog}
      {signIns.dialog}
    </>
  )
  return { actionsOf, dialog }
}

/** What can be done with a user beside editing and deleting, and the dialog that is open for it. */
export function useUserActions(): {
  actionsOf: (user: ListedUser) => Action[]
  /** Of the person who looks: nobody can shut themselves out. */
  isItself: (user: { id: number }) => boolean
  dialog: ReactNode
} {
  const { t } = useTranslation('people')
  const person = useAtomValue(personAtom)
  const routes = useHome('route')
  const standing = useStanding()
  const help = useHelp()
  const isItself = ({ id }: { id: number }) => id === person?.user.userId
  const actionsOf = (user: ListedUser): Action[] => {
    if (isArchived(user)) return []
    const action = (shown: boolean, one: Action) => (shown ? [one] : [])
    return [
      ...action(user.status === 'unverified', {
        key: 'approve',
        label: t('user.approve'),
        icon: 'check',
        primary: true,
        permission: approveUser.permission,
        busy: standing.busy,
        onPress: () => standing.approve(user),
      }),
      ...(isItself(user) ? [] : help.actionsOf(user)),
      ...action(routes !== null, {
        key: 'routes',
        label: t('routes.action'),
        icon: 'route',
        permission: routeIndex.permission,
        to: `${routes}?user=${user.id}`,
      }),
      ...action(user.status === 'normal' && !isItself(user), {
        key: 'disable',
        label: t('user.disable'),
        icon: 'stop',
        danger: true,
        permission: disableUser.permission,
        onPress: () => void standing.disable(user),
      }),
    ]
  }
  return { actionsOf, isItself, dialog: help.dialog }
}
