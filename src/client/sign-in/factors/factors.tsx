import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeRecoveryCodes, ownFactors, removeTotp } from '../../../shared/endpoints/own-factors.ts'
import { call } from '../../kit/api/call.ts'
import { useCall } from '../../kit/api/queries.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { confirm } from '../../kit/ui/confirm.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { Banner, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import css from './factors.module.css'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpDialog } from './totp-dialog.tsx'
import { type Change, type OwnFactors, useChange } from './use-change.ts'

/** Few sign-ins are left without codes soon: said before it is so. */
const FEW = 3

interface PartProps {
  own: OwnFactors
  change: Change
  busy: boolean
  onCodes: (codes: readonly string[] | null) => void
}

function App({ own: { totp }, change, busy, onCodes }: PartProps) {
  const { t } = useTranslation('second_step')
  const [setting, setSetting] = useState(false)
  async function remove() {
    const question = { title: t('totp.remove_title'), text: t('totp.remove_text') }
    if (await confirm({ ...question, yes: t('remove'), danger: true }))
      await change(async () => (await call(removeTotp, {})) ?? true, t('totp.removed'))
  }
  return (
    <div className={css.line}>
      <Icon name="phone" />
      <span className={css.text}>
        {t('totp.title')} {totp && <Pill tone="available">{t('on')}</Pill>}
        <small>
          {totp ? (
            <>
              {t('since')} <Ago at={totp.created_at} />
              {totp.last_used_at && (
                <>
                  {' · '}
                  {t('last_used')} <Ago at={totp.last_used_at} />
                </>
              )}
            </>
          ) : (
            t('totp.hint')
          )}
        </small>
      </span>
      <span className={css.buttons}>
        <Button disabled={busy} onClick={() => setSetting(true)}>
          {t(totp ? 'totp.replace' : 'totp.set_up')}
        </Button>
        {totp && (
          <Button danger busy={busy} label={t('totp.remove_title')} onClick={() => void remove()}>
            {t('remove')}
          </Button>
        )}
      </span>
      {setting && (
        <Suspense fallback={null}>
          <TotpDialog change={change} onCodes={onCodes} onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Recovery({ own: { recovery_left: left }, change, busy, onCodes }: PartProps) {
  const { t } = useTranslation('second_step')
  async function makeAnew() {
    const question = { title: t('recovery.make_title'), text: t('recovery.make_text') }
    if (!(await confirm({ ...question, yes: t('recovery.make') }))) return
    const made = await change(() => call(makeRecoveryCodes, {}), '')
    onCodes(made?.recovery_codes ?? null)
  }
  return (
    <div className={css.line}>
      <Icon name="list" />
      <span className={css.text}>
        {t('recovery.title')} {left <= FEW && <Pill tone="waiting">{t('recovery.few')}</Pill>}
        <small>{t('recovery.left', { count: left })}</small>
      </span>
      <Button disabled={busy} onClick={() => void makeAnew()}>
        {t('recovery.make')}
      </Button>
    </div>
  )
}

/** A person's own second steps: an authenticator app, passkeys, recovery codes. */
export function Factors() {
  const { t } = useTranslation('second_step')
  const query = useCall(ownFactors, {}, { entities: ['own_factor'] })
  const { change, busy, dialog } = useChange()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {(own) => {
          const part = { own, change, busy, onCodes: setCodes }
          const enrolled = own.totp !== null || own.passkeys.length > 0
          return (
            <>
              {own.required_by.length > 0 && !enrolled && (
                <Banner tone="waiting" icon="warning">
                  {t('required', { roles: own.required_by.join(', ') })}
                </Banner>
              )}
              {!enrolled && <p>{t('intro')}</p>}
              <App {...part} />
              <Passkeys {...part} />
              {enrolled && <Recovery {...part} />}
            </>
          )
        }}
      </Loaded>
      {dialog}
      {codes && (
        <Suspense fallback={null}>
          <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
        </Suspense>
      )}
    </>
  )
}
