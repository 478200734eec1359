import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { Input } from '../../kit/ui/input.tsx'
import css from './scan-dialog.module.css'

interface Props {
  busy: boolean
  onCode: (code: string) => void
  /** The person asked to type: the keyboard opens. */
  focus: boolean
}

/** For a code that no camera reads. */
export function TypedCode({ busy, onCode, focus }: Props) {
  const { t } = useTranslation('scan')
  const [typed, setTyped] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onCode(typed)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <label htmlFor="scan-typed">{t('typed')}</label>
      <div className="row">
        <Input
          id="scan-typed"
          ref={(input) => {
            if (focus) input?.focus()
          }}
          className="grow"
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="go"
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="primary" size="large" busy={busy} disabled={!typed.trim()}>
          {t('open')}
        </Button>
      </div>
    </form>
  )
}
