import { errorEntry } from '../../shared/entities/error-entry.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import css from './logs.module.css'

/** An error: where, how often, and the stack for anyone who puts it right. */
export function ErrorPage({ id }: { id: number }) {
  return (
    <EntityPage
      entity={errorEntry}
      id={id}
      cells={{
        stack: ({ stack }) => (stack ? <pre className={css.stack}>{String(stack)}</pre> : EMPTY),
        agent: ({ browser, agent }) => String(browser ?? agent ?? EMPTY),
      }}
    />
  )
}
