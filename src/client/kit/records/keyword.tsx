import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'
import { fieldsOf } from '../../../shared/kit/entity.ts'
import { useWords } from '../i18n/use-words.ts'
import { Icon } from '../ui/icon.tsx'
import { Input } from '../ui/input.tsx'
import css from './toolbar.module.css'

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

const inText = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** What one looks for; `/` comes here from anywhere on the page. */
export function Keyword({ entity, value, onTyped, onSettled, autoFocus = false }: Props) {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const settled = useRef(value)

  useEffect(() => {
    if (value === settled.current) return
    settled.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const slash = (event: KeyboardEvent) => {
      if (event.key !== '/' || inText(event.target) || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', slash)
    if (autoFocus) input.current?.focus()
    return () => {
      document.removeEventListener('keydown', slash)
      clearTimeout(timer.current)
    }
  }, [autoFocus])

  function settle(keyword: string) {
    clearTimeout(timer.current)
    settled.current = keyword.trim()
    onSettled(settled.current)
  }
  function type(keyword: string) {
    setTyped(keyword)
    onTyped(keyword)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(keyword), WAIT_MS)
  }
  const searched = fieldsOf(entity).filter(([, field]) => field.search)
  if (searched.length === 0) return null
  const fields = searched
    .slice(0, 2)
    .map(([name]) => words.label(name))
    .join(', ')
  return (
    <Input
      ref={input}
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
              setTyped('')
              onTyped('')
              settle('')
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
