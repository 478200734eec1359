import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from '../../../shared/kit/endpoint.ts'
import { useFormat } from '../i18n/use-format.ts'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import { MenuButton } from './menu.tsx'
import css from './pager.module.css'

/** The pages to offer: the first, the last and those around the current one; 0 stands for a gap. */
export function pagesAround(page: number, last: number): number[] {
  const from = Math.max(2, Math.min(page - 1, last - 3))
  const to = Math.min(last - 1, Math.max(page + 1, 4))
  const middle = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  return [1, ...(from > 2 ? [0] : []), ...middle, ...(to < last - 1 ? [0] : []), ...(last > 1 ? [last] : [])]
}

interface Props {
  total: number
  /** A word was met so often that only these are shown. */
  more?: boolean
  page: number
  size: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

function Jumper({ last, onPage }: { last: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('common')
  const [typed, setTyped] = useState('')
  function jump(event: FormEvent) {
    event.preventDefault()
    const page = Math.trunc(Number(typed))
    if (page >= 1) onPage(Math.min(page, last))
    setTyped('')
  }
  return (
    <form className="row" onSubmit={jump}>
      <span>{t('list.go_to')}</span>
      <Input
        size="small"
        className={css.jump}
        inputMode="numeric"
        aria-label={t('list.go_to')}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
      />
    </form>
  )
}

/** Total, sizes, previous, pages, next, jumper. */
export function Pager({ total, more, page, size, onPage, onSize }: Props) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const last = Math.max(1, Math.ceil(total / size))
  const sizes = PAGE_SIZES.map((one) => ({
    key: String(one),
    label: t('list.page_size', { n: one }),
    checked: one === size,
    onPress: () => onSize(one),
  }))
  return (
    <div className={css.pager}>
      <span className="grow">{t(more ? 'list.total_more' : 'list.total', { n: format.number(total) })}</span>
      <MenuButton size="small" label={t('list.page_size', { n: size })} items={sizes}>
        {t('list.page_size', { n: size })}
        <Icon name="down" size={14} />
      </MenuButton>
      <nav className={css.pages} aria-label={t('list.pages')}>
        <button
          type="button"
          className={css.page}
          aria-label={t('list.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <Icon name="left" size={16} />
        </button>
        {pagesAround(page, last).map((one, at) =>
          one === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
            <span key={`gap${at}`} className={css.page} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={one}
              type="button"
              className={css.page}
              aria-label={t('list.page', { page: one })}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => onPage(one)}
            >
              {format.number(one)}
            </button>
          ),
        )}
        <button
          type="button"
          className={css.page}
          aria-label={t('list.next')}
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        >
          <Icon name="right" size={16} />
        </button>
      </nav>
      <Jumper last={last} onPage={onPage} />
    </div>
  )
}
