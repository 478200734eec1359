import { useTranslation } from 'react-i18next'
import { signWallOut } from '../../../shared/endpoints/wall.ts'
import { type WallDisplay, wallDisplay } from '../../../shared/entities/wall-display.ts'
import { asFailure } from '../../kit/api/failure.ts'
import { useSend } from '../../kit/api/queries.ts'
import { EntityList } from '../../kit/records/entity-list.tsx'
import { EntityPage } from '../../kit/records/page/entity-page.tsx'
import type { Action } from '../../kit/ui/actions.tsx'
import { confirm } from '../../kit/ui/confirm.tsx'
import { Banner } from '../../kit/ui/states.tsx'
import { toast } from '../../kit/ui/toast.ts'

/** Ends what a display's screen shows: a person has to go there and let it in again, so that is asked first. */
function useSignOut() {
  const { t } = useTranslation('wall')
  const sending = useSend(signWallOut, [wallDisplay.name])
  async function signOut({ id, name }: WallDisplay) {
    const question = {
      title: t('sign_out.title', { name }),
      text: t('sign_out.text'),
      yes: t('sign_out.do'),
      danger: true,
    }
    if (!(await confirm(question))) return
    sending.mutate(
      { id },
      {
        onSuccess: () => toast(t('sign_out.done', { name })),
        onError: (error) => toast(asFailure(error).message, { tone: 'error' }),
      },
    )
  }
  return (display: WallDisplay): Action[] =>
    display.let_in_at === null
      ? []
      : [
          {
            key: 'sign_out',
            label: t('sign_out.do'),
            icon: 'exit',
            permission: signWallOut.permission,
            onPress: () => void signOut(display),
          },
        ]
}

/** The screens on walls. */
export function WallDisplayList() {
  const signOut = useSignOut()
  return <EntityList entity={wallDisplay} rowActions={signOut} />
}

/** One of them: what it shows, as whom, and where its screen is. */
export function WallDisplayPage({ id }: { id: number }) {
  const { t } = useTranslation('wall')
  const signOut = useSignOut()
  return (
    <EntityPage
      entity={wallDisplay}
      id={id}
      actions={(row) => signOut(row as unknown as WallDisplay)}
      above={(row) =>
        (row as unknown as WallDisplay).let_in_at === null && (
          <Banner tone="waiting" icon="info">
            {t('no_screen', { address: `${location.origin}/wall` })}
          </Banner>
        )
      }
    />
  )
}
