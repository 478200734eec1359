import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { role } from '../../shared/entities/role.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { type AnyRow, Cell } from '../kit/fields/cell.tsx'
import { useSampleWords } from '../kit/i18n/sample-words.ts'
import { useEmptyWord } from '../kit/i18n/use-empty-word.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { InUseDialog } from '../kit/records/page/remove-record.tsx'
import { useAllRecords } from '../kit/records/use-all-records.ts'
import { useHome } from '../kit/session/homes.ts'
import { useSheetActions } from '../kit/sheets/use-sheet-actions.tsx'
import { narrowed } from '../kit/tree/branches.ts'
import { TreeList } from '../kit/tree/tree-list.tsx'
import { TreePage } from '../kit/tree/tree-page.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { ButtonLink } from '../kit/ui/button.tsx'
import { type GrownRole, grownRoles } from './listed-role.ts'
import { PermissionCount } from './permission-count.tsx'
import { useRoleActions } from './use-role-actions.tsx'

const show = (name: string) => (given: GrownRole) => <Cell entity={role} name={name} row={given as unknown as AnyRow} />

/** Who has it, a step away for who may see them. */
function People({ role: { id, users } }: { role: GrownRole }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const home = useHome('user')
  const text = t('people', { count: users, n: format.number(users) })
  if (!home) return text
  return (
    <ButtonLink look="link" to={`${home}?role_ids=${id}`}>
      {text}
    </ButtonLink>
  )
}

function useColumns() {
  const { t } = useTranslation('people')
  const words = useWords(role)
  const samples = useSampleWords()
  return [
    { key: 'status', label: words.label('status'), cell: show('status') },
    { key: 'permissions', label: t('permissions.label'), cell: (given: GrownRole) => <PermissionCount role={given} /> },
    { key: 'data_scope', label: words.label('data_scope'), cell: show('data_scope') },
    {
      key: 'people',
      label: t('people_column'),
      cell: (given: GrownRole) => given.users > 0 && <People role={given} />,
    },
    {
      key: 'remark',
      label: words.label('remark'),
      share: 2,
      cell: ({ remark }: GrownRole) => remark && samples.remark(remark),
    },
  ]
}

/** The roles as they stand under each other. */
export function RoleList() {
  const { t } = useTranslation('common')
  const words = useWords(role)
  const next = useEmptyWord(role)
  const home = useHome('role') ?? ''
  const [keyword, setKeyword] = useState('')
  const { actionsOf, dialog } = useRoleActions()
  const columns = useColumns()
  const samples = useSampleWords()
  const query = useAllRecords(role, ['user'])
  const sheets = useSheetActions({ entity: role, query: {}, list: role.name, embedded: false })
  const data = useMemo(() => query.data && grownRoles(query.data), [query.data])
  const wanted = keyword.trim().toLowerCase()
  const fits = ({ name, alias, remark }: GrownRole) =>
    [name, samples.name(name), alias, remark].some((text) => text?.toLowerCase().includes(wanted))
  const add: Action = {
    key: 'add',
    label: t('action.add_one', { one: words.one }),
    icon: 'plus',
    primary: true,
    to: `${home}/create`,
    permission: permissionOf(role, 'create'),
  }
  return (
    <>
      <TreePage
        title={words.heading}
        actions={[add, ...sheets.actions]}
        query={{ ...query, data }}
        keyword={keyword}
        onKeyword={setKeyword}
        narrow={(nodes) => (wanted ? narrowed(nodes, fits) : nodes)}
        empty={next}
      >
        {(nodes) => (
          <TreeList
            label={words.heading}
            nodes={nodes}
            nameOf={({ name }) => samples.name(name)}
            to={({ id }) => `${home}/${id}`}
            columns={columns}
            actions={actionsOf}
            unfolded={wanted !== ''}
          />
        )}
      </TreePage>
      {dialog}
      <InUseDialog />
    </>
  )
}
