import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type DeptNode, deptTree } from '../../shared/endpoints/people.ts'
import { dept } from '../../shared/entities/dept.ts'
import { user } from '../../shared/entities/user.ts'
import { useCall } from '../kit/api/queries.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useList } from '../kit/records/use-list.ts'
import { flatten, totalOf, withBelow } from '../kit/tree/branches.ts'
import { TreeList } from '../kit/tree/tree-list.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './users.module.css'

/** People of a department are those of the departments below it as well. */
const peopleOf = (node: DeptNode) => totalOf(node, ({ users }) => users)

/** The departments beside the list of people: one shows its own people and those below it. */
export function DeptAside() {
  const { t } = useTranslation('people')
  const words = useWords(dept)
  const list = useList(user, false)
  const [params] = useSearchParams()
  const query = useCall(deptTree, {}, { entities: ['dept', 'user'] })
  const chosen = params.get('dept_id')
  const isChosen = (node: DeptNode) => chosen === withBelow(node).join(',')
  return (
    <aside className={css.aside} aria-label={words.heading}>
      <button
        type="button"
        className={css.everybody}
        aria-current={chosen === null ? 'true' : undefined}
        onClick={() => list.filter('dept_id', null)}
      >
        {t('everybody')}
      </button>
      <Loaded query={query} skeleton={<Skeleton height={200} />}>
        {(nodes) => (
          <TreeList
            label={words.heading}
            nodes={nodes}
            nameOf={({ label }) => label}
            title={(node) => (
              <>
                {node.label} <small>{peopleOf(node) || ''}</small>
              </>
            )}
            chosen={flatten(nodes).find(isChosen)?.id ?? null}
            onChoose={(node) => list.filter('dept_id', withBelow(node))}
          />
        )}
      </Loaded>
    </aside>
  )
}
