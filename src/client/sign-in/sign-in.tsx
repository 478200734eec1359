import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES, LANGUAGES, type Language, switchLanguage } from '../kit/i18n/i18n.ts'
import { endSession } from '../kit/session/session.ts'
import { darkTheme, themeChoice } from '../kit/theme/theme.ts'
import { Button } from '../kit/ui/button.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Checkbox, Input } from '../kit/ui/input.tsx'
import { MenuButton } from '../kit/ui/menu.tsx'
import { Brand, Claim } from './claim.tsx'
import css from './sign-in.module.css'
import { useSignIn } from './use-sign-in.ts'

function Field({
  id,
  label,
  error,
  hint,
  children,
}: {
  id: string
  label: string
  error: string | undefined
  hint?: string | false
  children: ReactNode
}) {
  return (
    <div>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      {children}
      {error && (
        <div id={`${id}-told`} role="alert" className={css.error}>
          {error}
        </div>
      )}
      {!error && hint && (
        <div id={`${id}-told`} className={css.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}

function Head() {
  const { t, i18n } = useTranslation(['sign_in', 'shell'])
  const dark = useAtomValue(darkTheme)
  const choose = useSetAtom(themeChoice)
  const languages = LANGUAGES.map((language) => ({
    key: language,
    label: LANGUAGE_NAMES[language],
    checked: i18n.language === language,
    onPress: () => void switchLanguage(language),
  }))
  return (
    <div className={css.head}>
      <h1>{t('title')}</h1>
      <span className="row">
        <MenuButton look="quiet" size="small" icon="globe" label={t('language')} items={languages}>
          {LANGUAGE_NAMES[i18n.language as Language]}
        </MenuButton>
        <Button
          look="quiet"
          size="small"
          icon={dark ? 'sun' : 'moon'}
          label={t(dark ? 'shell:theme.to_light' : 'shell:theme.to_dark')}
          onClick={() => choose(dark ? 'light' : 'dark')}
        />
      </span>
    </div>
  )
}

type SignInState = ReturnType<typeof useSignIn>

function Password({ state }: { state: SignInState }) {
  const { t } = useTranslation('sign_in')
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState?.('CapsLock') ?? false)
  const told = state.errors.password || caps ? 'password-told' : undefined
  return (
    <Field id="password" label={t('password')} error={state.errors.password} hint={caps && t('caps_lock')}>
      <Input
        id="password"
        name="password"
        size="large"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        invalid={Boolean(state.errors.password)}
        aria-describedby={told}
        value={state.values.password}
        onChange={(event) => state.change('password', event.target.value)}
        onKeyDown={watch}
        onKeyUp={watch}
        after={
          <button
            type="button"
            aria-label={t(shown ? 'hide_password' : 'show_password')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name="eye" />
          </button>
        }
      />
    </Field>
  )
}

function PictureCode({ state }: { state: SignInState }) {
  const { t } = useTranslation('sign_in')
  const { picture, errors } = state
  return (
    <Field id="code" label={t('code')} error={errors.code}>
      <div className="row">
        <Input
          id="code"
          name="code"
          size="large"
          className="grow"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('code_hint')}
          invalid={Boolean(errors.code)}
          aria-describedby={errors.code && 'code-told'}
          value={state.values.code}
          onChange={(event) => state.change('code', event.target.value)}
        />
        <button
          type="button"
          className={css.captcha}
          aria-label={t('code_renew')}
          title={t('code_renew')}
          onClick={state.renew}
        >
          {picture.data?.image ? (
            <img src={picture.data.image} alt={t('code_image')} />
          ) : picture.isError ? (
            t('code_failed')
          ) : null}
        </button>
      </div>
    </Field>
  )
}

/** Signs in by account. Being here ends whatever session there was, and its menu's pages with it. */
export function SignIn() {
  const { t } = useTranslation('sign_in')
  const state = useSignIn()
  useEffect(() => {
    document.title = `${t('title')} · Chargedeck`
  }, [t])
  useEffect(() => endSession('signed_out'), [])
  function submit(event: FormEvent) {
    event.preventDefault()
    void state.submit()
  }
  return (
    <div className={css.page}>
      <Claim />
      <main className={css.side}>
        <div className={css.box}>
          <Brand />
          <Head />
          <div className={css.tabs}>
            <span>{t('account')}</span>
          </div>
          <form className={css.form} onSubmit={submit} noValidate>
            <Field id="username" label={t('user_name')} error={state.errors.username}>
              <Input
                id="username"
                name="username"
                size="large"
                autoComplete="username"
                autoCapitalize="none"
                autoFocus
                invalid={Boolean(state.errors.username)}
                aria-describedby={state.errors.username && 'username-told'}
                value={state.values.username}
                onChange={(event) => state.change('username', event.target.value)}
              />
            </Field>
            <Password state={state} />
            {state.coded && <PictureCode state={state} />}
            <Checkbox
              label={t('remember')}
              checked={state.remember}
              onChange={(event) => state.setRemember(event.target.checked)}
            />
            <Button type="submit" look="primary" size="large" busy={state.busy}>
              {t('submit')}
            </Button>
          </form>
          <small className={css.maker}>{t('maker')}</small>
        </div>
      </main>
    </div>
  )
}
