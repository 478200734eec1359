import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PushDevice, tryPush } from '../../shared/endpoints/push.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { invalidate } from '../kit/api/queries.ts'
import { Button } from '../kit/ui/button.tsx'
import { toast } from '../kit/ui/toast.ts'
import { PUSH_ARRIVED, type PushNews } from '../offline/background-sync.ts'
import css from './push.module.css'

/** How often it is asked what the push service said, and after how long something is wrong. */
const LOOK_EVERY_MS = 2_000
const LONG_MS = 20_000

interface Trial {
  id: number
  at: number
  state: 'on_its_way' | 'arrived' | 'long'
  seconds: number
}

/** Hears from the worker when the test arrives. */
function useTrial() {
  const [trial, setTrial] = useState<Trial | null>(null)
  const waits = trial?.state === 'on_its_way'
  useEffect(() => {
    const hear = ({ data }: MessageEvent<PushNews>) => {
      if (data?.type !== PUSH_ARRIVED) return
      const took = (at: number) => Math.max(1, Math.round((Date.now() - at) / 1000))
      setTrial((now) => (now?.id === data.id ? { ...now, state: 'arrived', seconds: took(now.at) } : now))
      void invalidate('push')
    }
    navigator.serviceWorker?.addEventListener('message', hear)
    return () => navigator.serviceWorker?.removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    if (!waits) return
    const look = setInterval(() => void invalidate('push'), LOOK_EVERY_MS)
    const long = setTimeout(() => setTrial((now) => now && { ...now, state: 'long' }), LONG_MS)
    return () => {
      clearInterval(look)
      clearTimeout(long)
    }
  }, [waits])
  return { trial, setTrial }
}

/** Sends a message to this device, and says that it arrived or why it did not. */
export function TryPush({ device }: { device: PushDevice }) {
  const { t } = useTranslation('push')
  const { trial, setTrial } = useTrial()
  const [busy, setBusy] = useState(false)
  async function attempt() {
    setBusy(true)
    try {
      const { id } = await call(tryPush, { id: device.id }, { key: newKey() })
      setTrial({ id, at: Date.now(), state: 'on_its_way', seconds: 0 })
    } catch (error) {
      toast(asFailure(error).message, { tone: 'error' })
    }
    setBusy(false)
  }
  const said = () => {
    if (!trial) return null
    if (trial.state === 'arrived') return t('card.arrived', { seconds: trial.seconds })
    if (device.problem) return t('card.refused', { problem: device.problem })
    return t(trial.state === 'long' ? 'card.not_arrived' : 'card.trying')
  }
  return (
    <div className={css.line}>
      <span className="grow" role="status">
        <small>{said()}</small>
      </span>
      <Button icon="bell" busy={busy} onClick={() => void attempt()}>
        {t('card.try')}
      </Button>
    </div>
  )
}
