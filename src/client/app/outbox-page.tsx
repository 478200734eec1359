import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { AlarmOutbox } from '../alarms/alarm-outbox.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Empty } from '../kit/ui/states.tsx'
import { decisionsAtom, sendAtOnce, sendingAtom } from '../offline/sending.ts'
import { useOnline } from '../offline/use-online.ts'

/** What this person said without a network and the server has not taken: to be read, put right, or taken back until it is sent. */
export function OutboxPage() {
  const { t } = useTranslation('offline')
  const decisions = useAtomValue(decisionsAtom)
  const sending = useAtomValue(sendingAtom)
  const online = useOnline()
  const waiting = decisions.filter(({ state }) => state === 'waiting').length
  const send = online && waiting > 0 && (
    <Button icon="refresh" busy={sending} onClick={sendAtOnce}>
      {t('outbox.send')}
    </Button>
  )
  return (
    <Page title={t('outbox.title')} back="/me" bar={send}>
      {decisions.length === 0 ? (
        <Empty icon="check" text={t('outbox.empty')} />
      ) : (
        <>
          <AlarmOutbox />
          <small>{t('outbox.never')}</small>
        </>
      )}
    </Page>
  )
}
