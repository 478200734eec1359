import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'
import { fieldsOf } from '../../../shared/kit/entity.ts'
import { useWords } from '../i18n/use-words.ts'
import { Icon } from '../ui/icon.tsx'
import { Input } from '../ui/input.tsx'
import css from './toolbar.module.css'
import { useSlash } from './use-slash.ts'

const WAIT_MS = 250

interface Props {
  entity: Entity
  value: string
  /** At once, for what is here already. */
  onTyped: (keyword: string) => void
  /** A moment after the last key, for the address and the server. */
  onSettled: (keyword: string) => void
  autoFocus?: boolean
}

/** What is typed at once, and a moment after the last key. */
function useTyping({ value, onTyped, onSettled }: Pick<Props, 'value' | 'onTyped' | 'onSettled'>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const settled = useRef(value)
  useEffect(() => {
    if (value === settled.current) return
    settled.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  function settle(keyword: string) {
    clearTimeout(timer.current)
    settled.current = keyword.trim()
    onSettled(settled.current)
  }
  function type(keyword: string, wait = WAIT_MS) {
    setTyped(keyword)
    onTyped(keyword)
    clearTimeout(timer.current)
    if (wait === 0) settle(keyword)
    else timer.current = setTimeout(() => settle(keyword), wait)
  }
  return { typed, type, settle }
}

/** What one looks for; `/` comes here from anywhere on the page. */
export function Keyword({ entity, autoFocus = false, ...typing }: Props) {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const input = useRef<HTMLInputElement>(null)
  const { typed, type, settle } = useTyping(typing)
  useSlash(input)
  const searched = fieldsOf(entity).filter(([, field]) => field.search)
  if (searched.length === 0) return null
  const fields = searched
    .slice(0, 2)
    .map(([name]) => words.label(name))
    .join(', ')
  return (
    <Input
      ref={input}
      autoFocus={autoFocus}
      type="search"
      className={css.keyword}
      aria-label={t('list.search_in', { fields })}
      placeholder={fields}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && settle(typed)}
      before={<Icon name="search" size={16} />}
      after={
        typed && (
          <button
            type="button"
            aria-label={t('action.clear')}
            onClick={() => {
              type('', 0)
              input.current?.focus()
            }}
          >
            <Icon name="close" size={14} />
          </button>
        )
      }
    />
  )
}
