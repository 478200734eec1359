import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addPasskey,
  newPasskeyOptions,
  type OwnPasskey,
  removePasskey,
  renamePasskey,
} from '../../../shared/endpoints/own-factors.ts'
import { call } from '../../kit/api/call.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { makePasskey, noPasskeys } from '../../kit/session/passkeys.ts'
import { Button } from '../../kit/ui/button.tsx'
import { confirm } from '../../kit/ui/confirm.tsx'
import { DecisionDialog } from '../../kit/ui/decision-dialog.tsx'
import { EnterForm } from '../../kit/ui/enter-form.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Input } from '../../kit/ui/input.tsx'
import { Labelled } from '../../kit/ui/labelled.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import css from './factors.module.css'
import type { Change, OwnFactors } from './use-change.ts'

interface NameProps {
  title: string
  action: string
  initial: string
  onName: (name: string) => Promise<boolean>
  onClose: () => void
}

/** What a passkey is called: by it its person knows later which of them is lost. */
function NameDialog({ title, action, initial, onName, onClose }: NameProps) {
  const { t } = useTranslation(['second_step', 'errors'])
  const [name, setName] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  async function decide() {
    setTried(true)
    if (!name.trim() || busy) return
    setBusy(true)
    if (await onName(name.trim())) onClose()
    else setBusy(false)
  }
  return (
    <DecisionDialog title={title} action={action} busy={busy} onDecide={() => void decide()} onClose={onClose}>
      <EnterForm className={css.dialog} onEnter={() => void decide()}>
        <Labelled
          label={t('passkey.name')}
          required
          hint={t('passkey.name_hint')}
          error={tried && !name.trim() ? t('errors:required') : undefined}
        >
          {(control) => (
            <Input {...control} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Labelled>
      </EnterForm>
    </DecisionDialog>
  )
}

function Passkey({ passkey, change, busy }: { passkey: OwnPasskey; change: Change; busy: boolean }) {
  const { t } = useTranslation('second_step')
  const [naming, setNaming] = useState(false)
  const { id, name, created_at, last_used_at, copied_at, synced } = passkey
  async function remove() {
    const question = { title: t('passkey.remove_title', { name }), text: t('passkey.remove_text') }
    if (await confirm({ ...question, yes: t('remove'), danger: true }))
      await change(async () => (await call(removePasskey, { id })) ?? true, t('passkey.removed'))
  }
  const rename = async (renamed: string) =>
    (await change(async () => (await call(renamePasskey, { id, name: renamed })) ?? true, t('passkey.renamed'))) !==
    null
  return (
    <li className={css.line}>
      <Icon name="unlock" />
      <span className={css.text}>
        {name} {copied_at && <Pill tone="faulted">{t('passkey.copied')}</Pill>}
        <small>
          {t('since')} <Ago at={created_at} />
          {' · '}
          {last_used_at ? (
            <>
              {t('last_used')} <Ago at={last_used_at} />
            </>
          ) : (
            t('passkey.unused')
          )}
          {synced && ` · ${t('passkey.synced')}`}
        </small>
      </span>
      <span className={css.buttons}>
        <Button size="small" icon="edit" label={t('passkey.rename', { name })} onClick={() => setNaming(true)} />
        <Button
          size="small"
          danger
          busy={busy}
          label={t('passkey.remove_title', { name })}
          onClick={() => void remove()}
        >
          {t('remove')}
        </Button>
      </span>
      {naming && (
        <Suspense fallback={null}>
          <NameDialog
            title={t('passkey.rename', { name })}
            action={t('save')}
            initial={name}
            onName={rename}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </li>
  )
}

interface Props {
  own: OwnFactors
  change: Change
  busy: boolean
  onCodes: (codes: readonly string[] | null) => void
}

/** One's passkeys, each by its name, and another one; where browsers offer none, why. */
export function Passkeys({ own: { passkeys, passkey_place }, change, busy, onCodes }: Props) {
  const { t } = useTranslation('second_step')
  const [adding, setAdding] = useState(false)
  const why = noPasskeys(passkey_place)
  async function add(name: string): Promise<boolean> {
    const made = await change(async () => {
      const { options } = await call(newPasskeyOptions, {})
      return call(addPasskey, { name, passkey: await makePasskey(options) })
    }, t('passkey.added'))
    if (made) onCodes(made.recovery_codes)
    return made !== null
  }
  return (
    <>
      <div className={css.line}>
        <Icon name="unlock" />
        <span className={css.text}>
          {t('passkey.title')}
          <small>{why ? t(`passkey.why_not.${why}`) : t('passkey.hint')}</small>
        </span>
        {!why && (
          <Button disabled={busy} onClick={() => setAdding(true)}>
            {t('passkey.add')}
          </Button>
        )}
      </div>
      {passkeys.length > 0 && (
        <ul className={css.list} aria-label={t('passkey.title')}>
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} change={change} busy={busy} />
          ))}
        </ul>
      )}
      {adding && (
        <Suspense fallback={null}>
          <NameDialog
            title={t('passkey.add')}
            action={t('passkey.make')}
            initial=""
            onName={add}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}
