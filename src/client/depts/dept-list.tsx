import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeptNode, deptTree } from '../../shared/endpoints/people.ts'
import { dept } from '../../shared/entities/dept.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useCall } from '../kit/api/queries.ts'
import { type AnyRow, Cell } from '../kit/fields/cell.tsx'
import { useEmptyWord } from '../kit/i18n/use-empty-word.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { InUseDialog, removeRecord } from '../kit/records/page/remove-record.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useHome } from '../kit/session/homes.ts'
import { narrowed, totalOf, withBelow } from '../kit/tree/branches.ts'
import { TreeList } from '../kit/tree/tree-list.tsx'
import { TreePage } from '../kit/tree/tree-page.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { ButtonLink } from '../kit/ui/button.tsx'

/** Under the names that the kit's cells and calls know. */
const rowOf = ({ label, parentId, ...node }: DeptNode) =>
  ({ ...node, name: label, parent_id: parentId || null }) as unknown as AnyRow

const MEMBERS = { people: 'user', sites: 'site' } as const
type Members = keyof typeof MEMBERS

/** Those of the departments below it are its own as well. */
const countOf = (node: DeptNode, members: Members): number =>
  totalOf(node, ({ users, sites }) => (members === 'people' ? users : sites))

/** How many belong to it; they are a step away for who may see them. */
function Count({ node, members }: { node: DeptNode; members: Members }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const home = useHome(MEMBERS[members])
  const count = countOf(node, members)
  const text = t(members, { count, n: format.number(count) })
  if (!home) return text
  return (
    <ButtonLink look="link" to={`${home}?dept_id=${withBelow(node).join(',')}`}>
      {text}
    </ButtonLink>
  )
}

function useActions() {
  const { t } = useTranslation(['people', 'common'])
  const home = useHome('dept') ?? ''
  return (node: DeptNode): Action[] => [
    {
      key: 'edit',
      label: t('common:action.edit'),
      icon: 'edit',
      to: `${home}/edit/${node.id}`,
      permission: permissionOf(dept, 'update'),
    },
    {
      key: 'below',
      label: t('dept.add_below'),
      icon: 'plus',
      to: `${home}/create?parent_id=${node.id}`,
      permission: permissionOf(dept, 'create'),
    },
    {
      key: 'delete',
      label: t('common:action.delete'),
      icon: 'trash',
      danger: true,
      permission: permissionOf(dept, 'delete'),
      onPress: () => void removeRecord(dept, rowOf(node)),
    },
  ]
}

/** The departments as they stand under each other. */
export function DeptList() {
  const { t } = useTranslation(['people', 'common'])
  const words = useWords(dept)
  const next = useEmptyWord(dept)
  const may = useMay()
  const home = useHome('dept') ?? ''
  const actions = useActions()
  const [keyword, setKeyword] = useState('')
  const query = useCall(deptTree, {}, { entities: ['dept', 'user', 'site'] })
  const wanted = keyword.trim().toLowerCase()
  const add: Action = {
    key: 'add',
    label: t('common:action.add_one', { one: words.one }),
    icon: 'plus',
    primary: true,
    to: `${home}/create`,
    permission: permissionOf(dept, 'create'),
  }
  const columns = [
    {
      key: 'status',
      label: words.label('status'),
      cell: (node: DeptNode) => <Cell entity={dept} name="status" row={rowOf(node)} />,
    },
    ...(['people', 'sites'] as const).map((members) => ({
      key: members,
      label: t(`${members}_column`),
      cell: (node: DeptNode) => countOf(node, members) > 0 && <Count node={node} members={members} />,
    })),
    { key: 'remark', label: words.label('remark'), share: 2, cell: (node: DeptNode) => node.remark },
  ]
  return (
    <>
      <TreePage
        title={words.heading}
        actions={[add]}
        query={query}
        keyword={keyword}
        onKeyword={setKeyword}
        narrow={(nodes) => (wanted ? narrowed(nodes, ({ label }) => label.toLowerCase().includes(wanted)) : nodes)}
        empty={may(permissionOf(dept, 'create')) ? next : t('dept.none')}
      >
        {(nodes) => (
          <TreeList
            label={words.heading}
            nodes={nodes}
            nameOf={({ label }) => label}
            to={({ id }) => `${home}/${id}`}
            columns={columns}
            actions={actions}
            unfolded={wanted !== ''}
          />
        )}
      </TreePage>
      <InUseDialog />
    </>
  )
}
