import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAtomValue } from '../kit/session/store.ts'
import { Button } from '../kit/ui/button.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Empty } from '../kit/ui/states.tsx'
import { AnswerList } from '../offline/answer-row.tsx'
import { AnswerTrouble } from '../offline/answer-trouble.tsx'
import type { Decision } from '../offline/outbox.ts'
import { isAbout, type OutboxKind } from '../offline/outbox-kind.ts'
import { PhotoOutbox } from '../offline/photos/photo-outbox.tsx'
import { decisionsAtom, sendAtOnce, sendingAtom } from '../offline/sending.ts'
import { useOnline } from '../offline/use-online.ts'
import { WaitingAnswer } from '../offline/waiting-answer.tsx'
import { outboxKinds } from './outbox-kinds.ts'

function Waiting({ decision, kind }: { decision: Decision; kind: OutboxKind }) {
  const reading = kind.useReading()(decision)
  return kind.Waiting ? <kind.Waiting decision={decision} /> : <WaitingAnswer decision={decision} reading={reading} />
}

function Trouble({ decision, kind }: { decision: Decision; kind: OutboxKind }) {
  const reading = kind.useReading()(decision)
  return kind.Trouble ? <kind.Trouble decision={decision} /> : <AnswerTrouble decision={decision} reading={reading} />
}

/** First what a person has to see, then what waits, the oldest first. */
function Answers({ decisions }: { decisions: readonly Decision[] }) {
  const { t } = useTranslation('offline')
  const known = decisions.flatMap((decision) => {
    const kind = outboxKinds.find((one) => isAbout(decision, one))
    return kind ? [{ decision, kind }] : []
  })
  const waiting = known.filter(({ decision }) => decision.state === 'waiting')
  const troubles = known.filter(({ decision }) => decision.state !== 'waiting')
  return (
    <>
      {troubles.length > 0 && (
        <AnswerList label={t('trouble', { count: troubles.length })}>
          {troubles.map(({ decision, kind }) => (
            <Trouble key={decision.key} {...{ decision, kind }} />
          ))}
        </AnswerList>
      )}
      {waiting.length > 0 && (
        <AnswerList label={t('outbox.in_line', { count: waiting.length })}>
          {waiting.map(({ decision, kind }) => (
            <Waiting key={decision.key} {...{ decision, kind }} />
          ))}
        </AnswerList>
      )}
    </>
  )
}

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
          <Answers decisions={decisions} />
          <Suspense fallback={null}>
            <PhotoOutbox />
          </Suspense>
          <small>{t('outbox.never')}</small>
        </>
      )}
    </Page>
  )
}
