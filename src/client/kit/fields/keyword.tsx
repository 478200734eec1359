import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'
import { fieldsOf } from '../../../shared/kit/entity.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useWords } from '../i18n/use-words.ts'
import { Icon } from '../ui/icon.tsx'
import { Input } from '../ui/input.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { useSlash } from '../ui/use-slash.ts'

interface Props {
  entity: Entity
  value: string
  /** At once, for what is here already. */
  onTyped: (keyword: string) => void
  /** A moment after the last key, for the address and the server. */
  onSettled: (keyword: string) => void
  autoFocus?: boolean
  className?: string | undefined
}

/** What one looks for; `/` comes here from anywhere on the page. */
export function Keyword({ entity, value, onTyped, onSettled, autoFocus = false, className }: Props) {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const typing = useSettled(value, onSettled)
  useSlash(input)
  const searched = fieldsOf(entity).filter(([, field]) => field.search)
  if (searched.length === 0) return null
  const fields = format.list(searched.slice(0, 2).map(([name]) => words.label(name)))
  function type(text: string, wait?: number) {
    onTyped(text)
    typing.type(text, wait)
  }
  return (
    <Input
      ref={input}
      autoFocus={autoFocus}
      type="search"
      className={className}
      aria-label={t('list.search_in', { fields })}
      placeholder={fields}
      value={typing.typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && typing.settle()}
      before={<Icon name="search" size={16} />}
      after={
        typing.typed && (
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
