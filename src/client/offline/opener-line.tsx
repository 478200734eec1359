import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localKey } from '../../shared/endpoints/local-data.ts'
import { ownSessions } from '../../shared/endpoints/own-sessions.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { type Opener, readOpener } from '../kit/session/opener.ts'
import {
  type NoOpener,
  NoSecret,
  NotUsed,
  noOpener,
  setUpOpener,
  takeOpenerAway,
} from '../kit/session/passkey-opener.ts'
import { sealingAtom } from '../kit/session/sealing.ts'
import { type Person, personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './opener.module.css'

/** What there is on this device; undefined until that is known. */
function useOpener(userId: number | undefined) {
  const [found, setFound] = useState<{ opener: Opener | null; why: NoOpener | null }>()
  const look = async () => {
    const [opener, why] = await Promise.all([readOpener(), noOpener()])
    setFound({ opener: opener?.user_id === userId ? opener : null, why })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew for another person only
  useEffect(() => void look(), [userId])
  return { found, look }
}

async function setUp({ user }: Person, nameOf: (name: string) => string) {
  const [{ key }, { sessions }] = await Promise.all([call(localKey, {}), call(ownSessions, {})])
  const { browser = null, system = null } = sessions.find(({ own }) => own) ?? {}
  if (key) await setUpOpener({ id: user.userId, name: nameOf(user.userName) }, { browser, system }, key)
}

function useDeviceName() {
  const { t } = useTranslation('opener')
  return ({ browser, system }: Opener) =>
    browser && system ? t('on', { browser, system }) : (browser ?? system ?? t('unknown'))
}

/**
 * Sets up and takes away the passkey that opens what this device keeps, without a network and without "remember me". Nothing
 * where nothing is locked. `boxed`: a card of its own.
 */
export function OpenerLine({ boxed }: { boxed?: true }) {
  const { t } = useTranslation('opener')
  const format = useFormat()
  const nameOf = useDeviceName()
  const person = useAtomValue(personAtom)
  const sealing = useAtomValue(sealingAtom)
  const [busy, setBusy] = useState(false)
  const { found, look } = useOpener(person?.user.userId)
  if (!found || !person || sealing === 'plain' || sealing === 'locked') return null
  const { opener, why } = found
  async function change(work: () => Promise<void>, done: string) {
    setBusy(true)
    try {
      await work()
      toast(t(done), { tone: 'success' })
    } catch (error) {
      const known = error instanceof NotUsed ? 'not_used' : error instanceof NoSecret ? 'no_secret' : null
      toast(known ? t(known) : asFailure(error).message, { tone: 'error' })
    }
    await look()
    setBusy(false)
  }
  async function remove(from: Opener) {
    const question = { title: t('remove_title'), text: t('remove_text'), yes: t('remove'), danger: true }
    if (await confirm(question)) await change(() => takeOpenerAway(from), 'removed')
  }
  const set = opener && t('since', { device: nameOf(opener), at: format.moment(opener.made_at) })
  const line = (
    <div className={css.line}>
      <Icon name="unlock" />
      <span className="grow">
        {t('title')}
        <small>{set ?? (why ? t(`why_not.${why}`) : t('hint'))}</small>
      </span>
      {opener ? (
        <Button danger busy={busy} label={t('remove_title')} onClick={() => void remove(opener)}>
          {t('remove')}
        </Button>
      ) : (
        !why && (
          <Button
            busy={busy}
            label={t('set_up_title')}
            onClick={() => void change(() => setUp(person, (name) => t('passkey', { name })), 'done')}
          >
            {t('set_up')}
          </Button>
        )
      )}
    </div>
  )
  return boxed ? <Card>{line}</Card> : line
}
