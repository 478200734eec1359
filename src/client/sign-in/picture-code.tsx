import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { captcha } from '../../shared/endpoints/auth.ts'
import { useCall } from '../kit/api/queries.ts'
import { type BackgroundProof, proveInBackground } from './background-proof.ts'
import { TextField } from './fields.tsx'
import css from './sign-in.module.css'
import type { Form } from './use-form.ts'

/** The picture whose characters are asked for, where the server asks for them. Good for one try. */
export function usePicture(form: Form<'code'>) {
  const query = useCall(captcha, {}, { entities: [] })
  // Without a network nobody knows, and there is no picture to read.
  const unreached = query.error?.kind === 'silent' && !query.data
  const required = !unreached && (query.data?.required ?? true)
  const work = query.data?.work
  const { refetch } = query
  useEffect(() => {
    if (!unreached) return
    const again = () => void refetch()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [unreached, refetch])
  const behind = useRef<BackgroundProof>(undefined)
  useEffect(() => {
    behind.current = work && proveInBackground(work)
    return behind.current?.stop
  }, [work])
  return {
    required,
    image: query.data?.image,
    failed: query.isError,
    /** Whether its characters are asked for, once that is known: who presses before shall not be asked for what then goes away. */
    async known(): Promise<boolean> {
      if (!query.isPending) return required
      const { data, error } = await refetch({ cancelRefetch: false })
      return data?.required ?? error?.kind !== 'silent'
    },
    /** What goes with a call, once the work behind the page is done. */
    async read() {
      if (!required || !query.data) return {}
      const done = await behind.current?.done
      return { captcha_id: query.data.id, code: form.values.code, ...(done && { work: done }) }
    },
    renew() {
      form.empty('code')
      void query.refetch()
    },
  }
}
export type Picture = ReturnType<typeof usePicture>

export function PictureCode({ form, picture }: { form: Form<'code'>; picture: Picture }) {
  const { t } = useTranslation('sign_in')
  if (!picture.required) return null
  return (
    <TextField
      form={form}
      name="code"
      label={t('code')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={t('code_hint')}
      beside={
        <button
          type="button"
          className={css.captcha}
          aria-label={t('code_renew')}
          title={t('code_renew')}
          onClick={picture.renew}
        >
          {picture.image ? <img src={picture.image} alt={t('code_image')} /> : picture.failed ? t('code_failed') : null}
        </button>
      }
    />
  )
}
