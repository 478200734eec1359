import { useTranslation } from 'react-i18next'
import { deptTree } from '../../shared/endpoints/people.ts'
import { dept } from '../../shared/entities/dept.ts'
import { site } from '../../shared/entities/site.ts'
import { user } from '../../shared/entities/user.ts'
import { type Entity, permissionOf, type Titled } from '../../shared/kit/entity.ts'
import { useCall } from '../kit/api/queries.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { findNode, withBelow } from '../kit/tree/branches.ts'
import { Card } from '../kit/ui/card.tsx'
import type { IconName } from '../kit/ui/icon.tsx'

const STAMPS = ['created_at', 'updated_at']

/** Lists of people give the titles of their roles. */
const roles = (row: AnyRow) => (row.roles as Titled[]).map(({ title }) => title).join(', ') || EMPTY

interface Props {
  entity: Entity
  depts: readonly number[]
  title: string
  empty: { text: string; icon: IconName }
  without: readonly string[]
}

function Members({ entity, depts, title, empty, without }: Props) {
  const recordPath = useRecordPath()
  if (!useMay()(permissionOf(entity, 'list'))) return null
  return (
    <Card title={title}>
      <RecordList
        entity={entity}
        name={`${entity.name}s_of_dept`}
        fixed={{ dept_id: [...depts] }}
        without={[...without, ...STAMPS]}
        cells={{ role_ids: roles }}
        embedded
        lean
        open={(row) => recordPath(entity.name, row.id)}
        empty={empty}
      />
    </Card>
  )
}

/** A department with the people and sites that belong to it and to those below it. */
export function DeptPage({ id }: { id: number }) {
  const { t } = useTranslation('people')
  const { data } = useCall(deptTree, {}, { entities: ['dept', 'user', 'site'] })
  const node = data && findNode(data, id)
  const depts = node ? withBelow(node) : [id]
  return (
    <EntityPage
      entity={dept}
      id={id}
      panels={() => (
        <>
          <Members
            entity={user}
            depts={depts}
            title={t('people_column')}
            empty={{ text: t('dept.nobody'), icon: 'people' }}
            without={['avatar']}
          />
          <Members
            entity={site}
            depts={depts}
            title={t('sites_column')}
            empty={{ text: t('dept.no_site'), icon: 'pin' }}
            without={['main_image', 'contact', 'phone', 'strategy_id']}
          />
        </>
      )}
    />
  )
}
