import i18next from 'i18next'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { resetPilePassword } from '../../shared/endpoints/piles.ts'
import type { Pile } from '../../shared/entities/pile.ts'
import type { Body, Data } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { canGoNow } from '../kit/api/now-only.ts'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { lazy, loaded } from '../kit/ui/lazy.ts'
import { PAGE_PERMISSIONS } from './offered-commands.ts'

const SecretDialog = lazy(() =>
  import('../kit/forms/secret-dialog.tsx').then((module) => ({ default: module.SecretDialog })),
)

interface Made extends Pick<Data<typeof resetPilePassword>, 'told'> {
  password: string
}

/** What can be done with a pile besides its connectors: for a row's menu and for the page's. */
export function usePileActions() {
  const { t } = useTranslation('piles')
  const record = useRecordPath()
  const labels = useHome('label')
  const [made, setMade] = useState<Made | null>(null)

  async function renew(pile: Pile) {
    if (!canGoNow()) return
    // A list has no need of these words.
    await i18next.loadNamespaces('pile_page')
    const yes = await confirm({
      title: t('pile_page:password.make'),
      text: t('pile_page:password.ask'),
      yes: t('pile_page:password.make'),
      danger: true,
    })
    if (yes) await ask({ id: pile.id })
  }

  async function ask(body: Body<typeof resetPilePassword>) {
    await doAndSay(async () => {
      const { resetPilePassword: reset } = await loaded(() => import('../../shared/endpoints/piles.ts'))
      // It is shown once: none is made that could not be shown.
      await SecretDialog.bring()
      const { password, told } = await call(reset, body)
      if (password !== null) setMade({ password, told })
      else if (
        await confirm({
          title: t('pile_page:password.refused_title'),
          text: t('pile_page:password.refused'),
          yes: t('pile_page:password.make_by_hand'),
        })
      )
        await ask({ ...body, by_hand: true })
    })
  }

  const path = (pile: Pile) => record('pile', pile.id) ?? '/'
  const actionsOf = (pile: Pile): Action[] => [
    {
      key: 'commands',
      label: t('commands'),
      icon: 'wrench',
      to: `${path(pile)}?tab=commands`,
      permission: PAGE_PERMISSIONS,
    },
    { key: 'log', label: t('menu.log'), icon: 'list', to: `${path(pile)}?tab=log`, permission: 'frame.list' },
    ...(labels
      ? [{ key: 'label', label: t('menu.label'), icon: 'print' as const, to: `${labels}?ids=${pile.id}` }]
      : []),
    {
      key: 'password',
      label: t('menu.password'),
      icon: 'unlock',
      onPress: () => void renew(pile),
      permission: 'pile.update',
    },
  ]
  const dialog = made && (
    <Suspense fallback={null}>
      <SecretDialog
        label={t('pile_page:password.title')}
        secret={made.password}
        note={t(`pile_page:password.${made.told}`)}
        onClose={() => setMade(null)}
      />
    </Suspense>
  )
  return { actionsOf, dialog }
}
