import { useTranslation } from 'react-i18next'
import { isStrong } from '../../shared/domain/sign-in-proofs.ts'
import { endOtherSessions, endOwnSession, type OwnSession, ownSessions } from '../../shared/endpoints/own-sessions.ts'
import { useCall, useSend } from '../kit/api/queries.ts'
import { Ago } from '../kit/i18n/ago.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useProof } from '../kit/session/proof.tsx'
import { useBrowserName } from '../kit/session/use-browser-name.ts'
import { Button } from '../kit/ui/button.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './sessions.module.css'

const CHANGES = ['session']
const HANDHELD = /Android|iOS|HarmonyOS/

function Session({ session, onEnd, busy }: { session: OwnSession; onEnd: () => void; busy: boolean }) {
  const { t } = useTranslation('sign_ins')
  const format = useFormat()
  const name = useBrowserName()(session) ?? t('sessions.browser_unknown')
  const where = [session.address, t(`sessions.places.${session.place}`)].filter(Boolean).join(' · ')
  return (
    <li className={css.session}>
      <Icon name={HANDHELD.test(session.system ?? '') ? 'phone' : 'window'} />
      <div className="grow">
        <b>{name}</b> {session.own && <Pill tone="available">{t('sessions.own')}</Pill>}{' '}
        {isStrong(session.amr) && <Pill tone="available">{t('sessions.two_steps')}</Pill>}
        <div className={css.facts}>
          <span>{where}</span>
          <span>
            {t('sessions.since')} {format.full(session.since)}
          </span>
          <span>
            {t('sessions.last_used')} <Ago at={session.last_used} />
          </span>
        </div>
      </div>
      {!session.own && (
        <Button size="small" danger busy={busy} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** Where a person is signed in. They end what they do not know; signing out is for the one that asks. */
export function Sessions() {
  const { t } = useTranslation('sign_ins')
  const name = useBrowserName()
  const query = useCall(ownSessions, {}, { entities: CHANGES })
  const { proved, dialog } = useProof()
  const ending = useSend(endOwnSession, CHANGES, proved)
  const endingOthers = useSend(endOtherSessions, CHANGES, proved)

  async function end(session: OwnSession) {
    const text = t('sessions.end_text', { browser: name(session) ?? t('sessions.browser_unknown') })
    if (!(await confirm({ title: t('sessions.end_title'), text, yes: t('sessions.end'), danger: true }))) return
    ending.mutate({ id: session.id }, { onError: ({ message }) => toast(message, { tone: 'error' }) })
  }
  async function endOthers() {
    const question = { title: t('sessions.end_others_title'), text: t('sessions.end_others_text') }
    if (!(await confirm({ ...question, yes: t('sessions.end_others'), danger: true }))) return
    endingOthers.mutate(
      {},
      {
        onSuccess: (done) => done && toast(t('sessions.ended', { count: done.ended }), { tone: 'success' }),
        onError: ({ message }) => toast(message, { tone: 'error' }),
      },
    )
  }
  return (
    <Loaded query={query} skeleton={<Skeleton height={120} />}>
      {({ sessions }) => (
        <>
          <ul className={css.sessions}>
            {sessions.map((session) => (
              <Session
                key={session.id}
                session={session}
                busy={ending.isPending && ending.variables?.id === session.id}
                onEnd={() => void end(session)}
              />
            ))}
          </ul>
          {sessions.length > 1 && (
            <Button icon="exit" danger busy={endingOthers.isPending} onClick={() => void endOthers()}>
              {t('sessions.end_others')}
            </Button>
          )}
          {dialog}
        </>
      )}
    </Loaded>
  )
}
