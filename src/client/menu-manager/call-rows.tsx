import { useTranslation } from 'react-i18next'
import { Button } from '../kit/ui/button.tsx'
import { Input } from '../kit/ui/input.tsx'
import type { Calls } from './entry.ts'
import css from './menu-manager.module.css'

const MOST = 50

interface Props {
  calls: Calls
  onChange: (calls: Calls) => void
  /** What is wrong, by `api_list.0.code`. */
  wrong: Readonly<Record<string, string>>
}

/** More permissions that an entry gives, each with the call that asks for it. */
export function CallRows({ calls, onChange, wrong }: Props) {
  const { t } = useTranslation('people')
  const set = (at: number, change: Partial<Calls[number]>) =>
    onChange(calls.map((call, index) => (index === at ? { ...call, ...change } : call)))
  return (
    <fieldset className={css.calls} data-field="api_list">
      <legend>{t('menu.calls')}</legend>
      <small>{t('menu.calls_help')}</small>
      {calls.map(({ code, url }, at) => {
        const error = wrong[`api_list.${at}.code`] ?? wrong[`api_list.${at}.url`]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          <div key={at} className={css.call}>
            <Input
              aria-label={t('menu.call_code', { n: at + 1 })}
              placeholder="order.export"
              value={code}
              invalid={Boolean(wrong[`api_list.${at}.code`])}
              onChange={(event) => set(at, { code: event.target.value })}
            />
            <Input
              aria-label={t('menu.call_url', { n: at + 1 })}
              placeholder="/system/order/export"
              value={url}
              invalid={Boolean(wrong[`api_list.${at}.url`])}
              onChange={(event) => set(at, { url: event.target.value })}
            />
            <Button
              look="quiet"
              icon="trash"
              label={t('menu.call_remove', { n: at + 1 })}
              onClick={() => onChange(calls.filter((_, index) => index !== at))}
            />
            {error && (
              <small className={css.error} role="alert">
                {error}
              </small>
            )}
          </div>
        )
      })}
      {calls.length < MOST && (
        <Button size="small" icon="plus" onClick={() => onChange([...calls, { code: '', url: '' }])}>
          {t('menu.call_add')}
        </Button>
      )}
    </fieldset>
  )
}
