import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/ui/button.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { clock } from '../kit/ui/use-countdown.ts'
import css from './sign-in.module.css'
import type { Form } from './use-form.ts'

interface SheetProps<N extends string> {
  form: Form<N>
  /** The word on the button. */
  action: string
  onSubmit: () => unknown
  children: ReactNode
}

/** A form with its one button. After too many tries it counts down to the next. */
export function FormSheet<N extends string>({ form, action, onSubmit, children }: SheetProps<N>) {
  const { t } = useTranslation('sign_in')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.busy && form.waiting === 0) onSubmit()
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {children}
      {form.problem && (
        <div role="alert">
          <Banner tone="faulted" icon="warning">
            {form.problem}
          </Banner>
        </div>
      )}
      <Button type="submit" look="primary" size="large" busy={form.busy} disabled={form.waiting > 0}>
        {form.waiting > 0 ? t('try_again_in', { time: clock(form.waiting) }) : action}
      </Button>
    </form>
  )
}
