import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pushSettings } from '../../shared/endpoints/push.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { keep, kept } from '../kit/session/kept.ts'
import { store } from '../kit/session/store.ts'
import { Button } from '../kit/ui/button.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import { pushOfferedAtom } from './follow-device.ts'
import css from './push.module.css'
import { allowHere, NoService, whyNot } from './this-device.ts'

const ANSWERED = 'push_offered'

/** Not to who decided about it, on this device, in whatever way. */
const isOpen = () => whyNot() === null && Notification.permission === 'default' && kept(ANSWERED) === null

/** After the first answer about an alarm: who deals with alarms may want to hear of them. Once refused it never comes again. */
export function PushOffer() {
  const { t } = useTranslation('push')
  const [open, setOpen] = useState(isOpen)
  useLayoutEffect(() => {
    if (open) store.set(pushOfferedAtom, true)
  }, [open])
  if (!open) return null
  const decide = () => {
    keep(ANSWERED, true)
    setOpen(false)
  }
  async function allow() {
    decide()
    try {
      const { key } = await call(pushSettings, {})
      if (await allowHere(key)) toast(t('card.allowed'), { tone: 'success' })
    } catch (error) {
      toast(error instanceof NoService ? t('card.why_not.no_service') : asFailure(error).message, { tone: 'error' })
    }
  }
  return (
    <div className={css.offer} role="status">
      <Banner tone="charging" icon="bell">
        <b>{t('offer.title')}</b>
        <p>{t('offer.text')}</p>
        <div className={css.answers}>
          <Button look="primary" onClick={() => void allow()}>
            {t('offer.yes')}
          </Button>
          <Button look="quiet" onClick={decide}>
            {t('offer.no')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}
