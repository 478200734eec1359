import { Children, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../kit/i18n/ago.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import css from './answers.module.css'

/** Answers that the server has not taken. Each shows as soon as it can: one whose words are still to come hides none of the others. */
export const AnswerList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={css.list} aria-label={label}>
    {Children.map(children, (child) => (
      <Suspense fallback={null}>{child}</Suspense>
    ))}
  </ul>
)

interface RowProps {
  icon: IconName
  said: string
  /** When it was said. */
  at: string
  label: string
  /** That it waits, unless there is more to say. */
  state?: string
  /** What more there is of it. */
  children?: ReactNode
  /** What can be done with it. */
  doings: ReactNode
}

/** One that waits, of whatever kind. */
export function AnswerRow({ icon, said, at, label, state, children, doings }: RowProps) {
  const { t } = useTranslation('offline')
  return (
    <li>
      <Card>
        <div className={css.sent}>
          <Icon name={icon} size={20} />
          <div className="grow">
            <div className="row between">
              <b>{said}</b>
              <small>
                <Ago at={at} />
              </small>
            </div>
            <p>{label}</p>
            {children}
          </div>
        </div>
        <div className={css.doings}>
          <span className={css.waits}>
            <Icon name="clock" size={16} />
            {state ?? t('waits')}
          </span>
          {doings}
        </div>
      </Card>
    </li>
  )
}

interface RefusedProps {
  title: string
  label: string
  /** Why, or what the other one said. */
  children: ReactNode
  doings: ReactNode
}

/** One that was not taken: it stays until the person has seen why. */
export const RefusedRow = ({ title, label, children, doings }: RefusedProps) => (
  <li>
    <Card>
      <div className={css.sent} role="alert">
        <Icon name="warning" size={20} />
        <div className="grow">
          <b>{title}</b>
          <p>{label}</p>
          {children}
        </div>
      </div>
      <div className="row">{doings}</div>
    </Card>
  </li>
)
