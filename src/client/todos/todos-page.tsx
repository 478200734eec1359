import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Todo, TodoKind, todos } from '../../shared/endpoints/todos.ts'
import { WAITING_KINDS } from '../../shared/entities/alarm.ts'
import type { EntityName } from '../../shared/entities/index.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { Ago } from '../kit/i18n/ago.tsx'
import { homesAtom } from '../kit/session/homes.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './todos.module.css'
import { useTodos } from './use-todos.ts'

interface Kind {
  icon: IconName
  /** Whose list it is dealt with in, and how that list is narrowed to what waits. */
  entity: EntityName
  list: string
}

const KINDS: Record<TodoKind, Kind> = {
  alarm: { icon: 'bell', entity: 'alarm', list: `?status=open&kind=${WAITING_KINDS.join(',')}` },
  work_order: { icon: 'wrench', entity: 'work_order', list: '?state=planned,under_way' },
  order: { icon: 'receipt', entity: 'order', list: '?status=completed' },
  refund: { icon: 'refund', entity: 'refund', list: '?status=unreviewed' },
  balance_request: { icon: 'card', entity: 'balance_request', list: '?status=waiting' },
  offline: { icon: 'offline', entity: 'pile', list: '?state=offline' },
  user: { icon: 'people', entity: 'user', list: '?status=unverified' },
  task: { icon: 'clock', entity: 'task', list: '?state=failed' },
}

/** Where one of them is dealt with; null where the person's menu leads to none. */
const placeOf = ({ id }: Todo, home: string | undefined): string | null => (home ? `${home}/${id}` : null)

type Group = Data<typeof todos>['groups'][number]

/** An alarm's code and a task's name are keys; the rest are people's own words. */
function useTitle() {
  const { t } = useTranslation(['messages', 'alarms', 'tasks'])
  return ({ kind, title }: Todo) => {
    if (kind === 'alarm') return t(`alarms:codes.${title}`, { defaultValue: title })
    return kind === 'task' ? t(`tasks:names.${title}`, { defaultValue: title }) : title
  }
}

function Row({ todo }: { todo: Todo }) {
  const { t } = useTranslation('messages')
  const titled = useTitle()
  const to = placeOf(todo, useAtomValue(homesAtom)[KINDS[todo.kind].entity])
  const { about, connector_number: number, since } = todo
  const where = [about, number !== null && t('todos.connector', { number })].filter(Boolean).join(' · ')
  const body = (
    <>
      <span className="grow">
        <b>{titled(todo)}</b>
        <small className={css.where}>{where}</small>
      </span>
      <small>
        <Ago at={since} />
      </small>
    </>
  )
  if (!to) return <li className={css.row}>{body}</li>
  return (
    <li>
      <Link className={css.row} to={to}>
        {body}
        <Icon name="right" size={16} />
      </Link>
    </li>
  )
}

function All({ group: { kind, count, more, rows } }: { group: Group }) {
  const { t } = useTranslation('messages')
  const { entity, list } = KINDS[kind]
  const home = useAtomValue(homesAtom)[entity]
  if (!home) return null
  return (
    <Link className={css.all} to={home + list}>
      {count > rows.length && !more ? t('todos.all', { count }) : t('todos.list')}
    </Link>
  )
}

function Waiting({ group }: { group: Group }) {
  const { t } = useTranslation('messages')
  const { kind, count, more, rows } = group
  const what = t(`kinds.${kind}`, { count })
  const title = (
    <span className={css.kind}>
      <Icon name={KINDS[kind].icon} size={16} />
      {more ? t('todos.many', { what }) : what}
    </span>
  )
  return (
    <Card title={title} aside={<All group={group} />} className={css.card ?? ''}>
      <ul className={css.list}>
        {rows.map((todo) => (
          <Row key={todo.id} todo={todo} />
        ))}
      </ul>
    </Card>
  )
}

/** What waits for the person, kind by kind, each a link to where it is dealt with. */
export function TodosPage() {
  const { t } = useTranslation('messages')
  const query = useTodos()
  return (
    <Page title={t('todos.title')} caption={t('todos.caption')} back="/me">
      <Loaded query={query} skeleton={<Skeleton height={260} />}>
        {({ groups }) =>
          groups.length === 0 ? (
            <Empty icon="check" text={t('todos.nothing')} />
          ) : (
            <div className={css.groups}>
              {groups.map((group) => (
                <Waiting key={group.kind} group={group} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
