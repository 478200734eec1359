import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { card as cardEntity } from '../../shared/entities/card.ts'
import { asFailure } from '../kit/api/failure.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { invalidate } from '../kit/api/queries.ts'
import { create } from '../kit/api/records.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import css from './cards.module.css'

/** A number that was entered, and what became of it. */
interface Entered {
  key: string
  number: string
  /** Null while it is under way, empty once the card is kept. */
  problem: string | null
}

function useEntering() {
  const [entered, setEntered] = useState<readonly Entered[]>([])
  async function send({ key, number }: Entered) {
    let problem = ''
    try {
      await create(cardEntity, { number }, key)
      void invalidate('card')
    } catch (error) {
      const failure = asFailure(error)
      problem = failure.fields.number ?? failure.message
    }
    setEntered((all) => all.map((one) => (one.key === key ? { ...one, problem } : one)))
  }
  /** Numbers may come in a row faster than they are kept: none waits for another. */
  function enter(number: string) {
    const next = { key: newKey(), number, problem: null }
    setEntered((all) => [next, ...all])
    void send(next)
  }
  function again(one: Entered) {
    setEntered((all) => all.map((other) => (other.key === one.key ? { ...other, problem: null } : other)))
    void send(one)
  }
  return { entered, enter, again }
}

/** What was entered, the latest first; what was refused can be sent again. */
function EnteredList({ entered, again }: Pick<ReturnType<typeof useEntering>, 'entered' | 'again'>) {
  const { t } = useTranslation('common')
  return (
    <ul className={css.entered}>
      {entered.map((one) => (
        <li key={one.key}>
          <span className={one.problem ? css.refused : one.problem === '' ? css.taken : undefined}>
            <Icon name={one.problem ? 'warning' : one.problem === '' ? 'check' : 'clock'} size={16} />
          </span>
          <span className="grow">
            {one.number}
            {one.problem && <small className={css.refused}> {one.problem}</small>}
          </span>
          {one.problem && (
            <Button look="link" onClick={() => again(one)}>
              {t('action.retry')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Takes cards in by the row: a reader types each number and an Enter, and so do people. */
export function AddCardsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('cards')
  const { entered, enter, again } = useEntering()
  const [number, setNumber] = useState('')
  const input = useRef<HTMLInputElement>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    const given = number.trim()
    setNumber('')
    input.current?.focus()
    if (given) enter(given)
  }
  const kept = entered.filter(({ problem }) => problem === '').length
  return (
    <Dialog
      small
      title={t('add_many.title')}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {t('add_many.close')}
        </Button>
      }
    >
      <form className={css.form} onSubmit={submit}>
        <Labelled label={t('add_many.number')} hint={t('add_many.hint')}>
          {({ invalid, ...control }) => (
            <Input
              {...control}
              ref={input}
              invalid={invalid}
              autoFocus
              autoComplete="off"
              maxLength={20}
              value={number}
              onChange={(event) => setNumber(event.target.value)}
              after={
                <Button type="submit" look="link">
                  {t('add_many.add')}
                </Button>
              }
            />
          )}
        </Labelled>
        {entered.length > 0 && <b role="status">{t('add_many.kept', { count: kept })}</b>}
        <EnteredList entered={entered} again={again} />
      </form>
    </Dialog>
  )
}
