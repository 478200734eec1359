import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { inSlot, listable } from '../../../../shared/kit/columns.ts'
import { type Entity, permissionOf } from '../../../../shared/kit/entity.ts'
import { type AnyRow, Cell } from '../../fields/cell.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useWords } from '../../i18n/use-words.ts'
import { useMay, useReadable } from '../../session/can.tsx'
import { useHome } from '../../session/homes.ts'
import type { Action } from '../../ui/actions.tsx'
import { BottomActions } from '../../ui/bottom-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../../ui/states.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { ArchivedBanner } from './archived-banner.tsx'
import { RecordHistory } from './record-history.tsx'
import { calledTitle } from './record-title.ts'
import { InUseDialog, removeRecord } from './remove-record.tsx'
import { isArchived, restoreAction } from './restore.ts'
import { useRecord } from './use-record.ts'

interface DetailsProps {
  entity: Entity
  row: AnyRow
  cells?: { readonly [field: string]: (row: AnyRow) => ReactNode }
  /** Whether a field says anything of this record. */
  tells?: (field: string, row: AnyRow) => boolean
}

/** All that there is to know of a record, section by section. */
export function Details({ entity: whole, row, cells = {}, tells = () => true }: DetailsProps) {
  const { t } = useTranslation('common')
  const entity = useReadable(whole)
  const words = useWords(entity)
  const format = useFormat()
  const fields = listable(entity).filter(([name]) => tells(name, row))
  const sections = [...new Set(fields.map(([, field]) => field.section ?? ''))]
  const withTimes = sections.includes('') ? '' : sections.at(-1)
  return sections.map((section) => (
    <Card key={section} title={section ? words.section(section) : t('record.details')}>
      <Facts two>
        {fields
          .filter(([, field]) => (field.section ?? '') === section)
          .map(([name]) => (
            <Fact key={name} label={words.label(name)}>
              {cells[name]?.(row) ?? <Cell entity={entity} name={name} row={row} whole />}
            </Fact>
          ))}
        {section === withTimes && (
          <>
            <Fact label={t('record.created')}>{format.full(row.created_at)}</Fact>
            <Fact label={t('record.changed')}>{format.full(row.updated_at)}</Fact>
          </>
        )}
      </Facts>
    </Card>
  ))
}

interface Props {
  entity: Entity
  id: number
  /** Before edit and delete. */
  actions?: (row: AnyRow) => readonly Action[]
  cells?: DetailsProps['cells']
  tells?: DetailsProps['tells']
  /** What people call it where its title field is a name of the code's. */
  title?: (row: AnyRow) => string
  /** The quiet line under the title; what kind of record it is when absent. */
  caption?: string | ((row: AnyRow) => string)
  /** The only one of its kind: a phone goes back to its menu, not to a list. */
  alone?: true
  /** Its form stands on the page: there is no Edit, and what may be changed is not told a second time. */
  formHere?: true
  /** Whether the server refuses to delete it. */
  stays?: (row: AnyRow) => boolean
  /** Above the details. */
  above?: (row: AnyRow) => ReactNode
  /** Below the details. */
  panels?: (row: AnyRow) => ReactNode
}

const EDIT = 'edit'

function useActions({ entity, id, actions, alone, formHere, stays }: Props, row: AnyRow | null | undefined): Action[] {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const home = useHome(entity.name) ?? '/'
  if (!row) return []
  if (isArchived(row)) return [restoreAction(entity, [id])]
  const given = actions?.(row) ?? []
  const edit: Action = {
    key: EDIT,
    label: t('action.edit'),
    icon: 'edit',
    // The only one's page is its list's: the form over it is of the same tab.
    to: alone ? `${home}/edit/${id}` : `${home}/${id}/edit`,
    primary: !given.some(({ primary }) => primary),
    permission: permissionOf(entity, 'update'),
  }
  const gone: Action = {
    key: 'delete',
    label: t('action.delete'),
    icon: 'trash',
    danger: true,
    permission: permissionOf(entity, 'delete'),
    onPress: async () => {
      if (await removeRecord(entity, row)) navigate(home)
    },
  }
  const isRemovable = entity.calls.remove && !stays?.(row)
  return [...given, ...(isRemovable ? [gone] : []), ...(entity.calls.update && !formHere ? [edit] : [])]
}

/** What people change has a history; what only the server writes is one. */
const isChanged = ({ calls }: Entity) => Boolean(calls.create ?? calls.update ?? calls.remove)

/** Whether a person changes this record in the form on its page, where there is one. */
function useChangesHere({ entity, formHere }: Props, row: AnyRow | null | undefined): boolean {
  const may = useMay()
  return formHere === true && may(permissionOf(entity, 'update')) && !(row && isArchived(row))
}

const captionOf = ({ caption }: Props, row: AnyRow | null | undefined) =>
  typeof caption === 'function' ? row && caption(row) : caption

/** A plain record's own page. */
export function EntityPage(props: Props) {
  const { id, cells, tells, panels } = props
  const entity = useReadable(props.entity)
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const query = useRecord(entity, id)
  const home = useHome(entity.name) ?? '/'
  const row = query.data
  const actions = useActions(props, row)
  const changesHere = useChangesHere(props, row)
  const wide = useWide()
  // What one mostly comes for is a button under the thumb; to edit is not, of a record that has something else to do.
  const first = wide ? undefined : actions.find(({ primary, key }) => primary && key !== EDIT)
  const isTold = (name: string, of: AnyRow) =>
    !(changesHere && entity.fields[name]?.edit !== 'server') && (tells?.(name, of) ?? true)
  const called = row && (props.title?.(row) ?? calledTitle(entity, row))
  const badge =
    row &&
    (isArchived(row) ? (
      <Pill tone="offline">{words.label('archived')}</Pill>
    ) : (
      inSlot(entity, 'badge').map((name) => <Cell key={name} entity={entity} name={name} row={row} />)
    ))
  return (
    <Page
      title={props.alone ? words.heading : (called ?? words.title)}
      // Of one that is gone, or did not come, the title says that already.
      {...(!props.alone && row !== null && !query.isLoadingError && { caption: captionOf(props, row) ?? words.title })}
      back={props.alone ? '/me' : home}
      {...(badge && { badge })}
      actions={actions.filter((action) => action !== first)}
    >
      <Loaded query={query} skeleton={<Skeleton height={260} />}>
        {(found) =>
          found ? (
            <>
              <ArchivedBanner row={found} />
              {props.above?.(found)}
              <Details entity={entity} row={found} {...(cells && { cells })} tells={isTold} />
              {panels?.(found)}
              {isChanged(entity) && <RecordHistory entity={entity} id={id} />}
            </>
          ) : (
            <Empty icon="search" text={t('record.gone')} />
          )
        }
      </Loaded>
      {first && <BottomActions actions={[first]} />}
      <InUseDialog />
    </Page>
  )
}
