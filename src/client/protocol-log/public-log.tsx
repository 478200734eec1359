import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type PublicFrame, publicProtocolLog } from '../../shared/endpoints/protocol-log.ts'
import { useCall } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Button } from '../kit/ui/button.tsx'
import { Input } from '../kit/ui/input.tsx'
import { usePageTitle } from '../kit/ui/page-title.ts'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './public-log.module.css'

type Asked = { connection_number: string; unique_id: string }
const NUMBERS = ['connection_number', 'unique_id'] as const

function Message({ frame }: { frame: PublicFrame }) {
  const { t } = useTranslation('protocol-log')
  const format = useFormat()
  const facts = [
    ['connection_number', frame.connection_number],
    ['message_type', frame.message_type && t(`types.${frame.message_type}`)],
    ['unique_id', frame.unique_id],
    ['command', frame.command],
    ['public.content', frame.content],
    ['public.full_content', frame.full_content],
    ['error_code', frame.error_code],
    ['error_description', frame.error_description],
    ['error_detail', frame.error_detail],
    ['public.created_at', format.full(frame.created_at)],
  ] as const
  return (
    <li className={css.message}>
      <dl>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  )
}

function Found({ asked }: { asked: Asked }) {
  const { t } = useTranslation('protocol-log')
  const query = useCall(publicProtocolLog, asked, { entities: [] })
  return (
    <Loaded query={query} skeleton={<Skeleton height={160} />}>
      {(frames) =>
        frames.length === 0 ? (
          <Empty text={t('public.empty')} />
        ) : (
          <>
            <small>{t('public.masked')}</small>
            <ol className={css.messages}>
              {frames.map((frame) => (
                <Message key={`${frame.created_at}/${frame.direction}`} frame={frame} />
              ))}
            </ol>
          </>
        )
      }
    </Loaded>
  )
}

/** A visitor looks up the messages of one request by its two numbers. */
export function PublicLog() {
  const { t } = useTranslation('protocol-log')
  const id = useId()
  const [typed, setTyped] = useState<Asked>({ connection_number: '', unique_id: '' })
  const [asked, setAsked] = useState<Asked | null>(null)
  usePageTitle(t('public.title'))
  function search(event: FormEvent) {
    event.preventDefault()
    setAsked({ connection_number: typed.connection_number.trim(), unique_id: typed.unique_id.trim() })
  }
  return (
    <main className={css.page}>
      <h1>{t('public.title')}</h1>
      <p>{t('public.intro')}</p>
      <form className={css.form} onSubmit={search}>
        {NUMBERS.map((name) => (
          <div key={name}>
            <label htmlFor={`${id}${name}`}>{t(name)}</label>
            <Input
              id={`${id}${name}`}
              required
              autoComplete="off"
              maxLength={name === 'unique_id' ? 64 : 20}
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          </div>
        ))}
        <Button type="submit" look="primary">
          {t('public.search')}
        </Button>
      </form>
      {asked && <Found key={JSON.stringify(asked)} asked={asked} />}
      <Link to="/login">{t('public.back')}</Link>
    </main>
  )
}
