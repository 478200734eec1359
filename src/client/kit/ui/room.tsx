import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrors } from '../i18n/use-errors.ts'
import { useFormat } from '../i18n/use-format.ts'
import css from './input.module.css'

const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 0)

/** How many characters do not fit. */
export const tooMany = (value: unknown, most = Number.POSITIVE_INFINITY) => Math.max(0, lengthOf(value) - most)

/** Ties an input to what is said of its length. */
export function useTold(describedBy: string | undefined, long: boolean) {
  const id = useId()
  return {
    id,
    control: {
      'aria-describedby': [describedBy, long && id].filter(Boolean).join(' ') || undefined,
      'data-too-long': long || undefined,
    },
  }
}

/** Whether all that is written within fits; else the first input with too much has the focus, and says so. */
export function fits(within: Element | null): boolean {
  const long = within?.querySelector<HTMLElement>('[data-too-long]')
  long?.focus()
  return !long
}

/** Shown from here on, so that nobody runs into the end of it. */
const NEAR = 0.8

interface Props {
  id: string
  value: unknown
  most: number | undefined
  /** What is wrong is said already. */
  quiet: boolean | undefined
}

/** Below an input: how much of its room is used, near the end of it, and how much is too much. */
export function Room({ id, value, most, quiet = false }: Props) {
  const { t } = useTranslation('common')
  const error = useErrors()
  const format = useFormat()
  const line = useRef<HTMLElement>(null)
  const length = lengthOf(value)
  const over = tooMany(value, most)
  const problem = over > 0 && most !== undefined ? error('too_long_by', { max: most, over }) : ''
  useEffect(() => {
    // A form of the browser's own checks is not sent meanwhile.
    const input = line.current?.previousElementSibling?.querySelector<HTMLInputElement>('input, textarea')
    input?.setCustomValidity(problem)
    return () => input?.setCustomValidity('')
  }, [problem])
  if (most === undefined || length < most * NEAR) return null
  return (
    <small ref={line} id={id} className={problem ? css.tooLong : css.room} hidden={quiet} aria-live="polite">
      {problem || t('form.count', { n: format.number(length), most: format.number(most) })}
    </small>
  )
}
