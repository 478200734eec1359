import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PushDevice, pushSettings } from '../../shared/endpoints/push.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate, useCall } from '../kit/api/queries.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Banner, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './push.module.css'
import { PushChoicesForm } from './push-choices.tsx'
import { PushDevices } from './push-devices.tsx'
import { allowHere, NoService, stopHere, subscriptionHere, type WhyNot, whyNot } from './this-device.ts'
import { TryPush } from './try-push.tsx'

type Settings = Data<typeof pushSettings>
export const PUSH = 'push'

/** Whether the browser here is told; undefined until that is known. Looked at anew when the page is come back to: from the settings. */
function useHere(settings: Settings) {
  const [here, setHere] = useState<{ why: WhyNot | null; subscribed: boolean }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server says of devices may have changed with it
  useEffect(() => {
    const look = async () => setHere({ why: whyNot(), subscribed: (await subscriptionHere()) !== null })
    void look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [settings])
  return here
}

function useChange() {
  const { t } = useTranslation('push')
  const [busy, setBusy] = useState(false)
  async function change(work: () => Promise<string | null>) {
    setBusy(true)
    try {
      const done = await work()
      if (done) toast(t(done), { tone: 'success' })
    } catch (error) {
      toast(error instanceof NoService ? t('card.why_not.no_service') : asFailure(error).message, { tone: 'error' })
    }
    await invalidate(PUSH)
    setBusy(false)
  }
  return { busy, change }
}

/** What this browser is told, and the press that allows it. */
function Here({ settings, own }: { settings: Settings; own: PushDevice | undefined }) {
  const { t } = useTranslation('push')
  const here = useHere(settings)
  const { busy, change } = useChange()
  if (!here) return <Skeleton height={48} />
  if (here.why)
    return (
      <Banner tone="waiting" icon="info">
        {t(`card.why_not.${here.why}`)}
      </Banner>
    )
  const isTold = here.subscribed && own !== undefined
  const allow = async () => ((await allowHere(settings.key)) ? 'card.allowed' : null)
  const stop = async () => {
    await stopHere(own?.id ?? null)
    return 'card.stopped'
  }
  return (
    <>
      <div className={css.line}>
        <Icon name="bell" />
        <span className="grow">
          {t('card.here')}
          <small>{t(isTold ? 'card.allowed' : 'card.off')}</small>
        </span>
        {isTold ? (
          <Button busy={busy} onClick={() => void change(stop)}>
            {t('card.stop')}
          </Button>
        ) : (
          <Button look="primary" busy={busy} onClick={() => void change(allow)}>
            {t('card.allow')}
          </Button>
        )}
      </div>
      {isTold && own.enabled && <TryPush device={own} />}
    </>
  )
}

/** On which devices one is told of alarms while the console is closed, of which, and when not. */
export function PushCard() {
  // With all words that its parts say: what shows already is not hidden again while more words come.
  const { t } = useTranslation(['push', 'sign_ins'])
  useWords(alarm)
  const may = useMay()(permissionOf(alarm, 'list'))
  const query = useCall(pushSettings, {}, { entities: [PUSH], enabled: may })
  return (
    <Card title={t('card.title')}>
      <p className={css.hint}>{t(may ? 'card.hint' : 'card.nothing')}</p>
      {may && (
        <Loaded query={query} skeleton={<Skeleton height={160} />}>
          {(settings) => (
            <>
              <Here settings={settings} own={settings.devices.find(({ own }) => own)} />
              <PushDevices devices={settings.devices} />
              {settings.devices.length > 0 && <PushChoicesForm choices={settings.choices} />}
            </>
          )}
        </Loaded>
      )}
    </Card>
  )
}
