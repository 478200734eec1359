import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entities } from '../../../../shared/entities/index.ts'
import { type Entity, permissionOf } from '../../../../shared/kit/entity.ts'
import { useActionWord } from '../../i18n/use-action-word.ts'
import { useMay } from '../../session/can.tsx'
import { useRecordPath } from '../../session/homes.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RecordList } from '../record-list.tsx'

const log = entities.audit_entry

/** Who changed a record, for those who may read the log; asked for when someone wants to know. */
export function RecordHistory({ entity, id }: { entity: Entity; id: number }) {
  const { t } = useTranslation('logs')
  const may = useMay()
  const [open, setOpen] = useState(false)
  const actionWord = useActionWord()
  const recordPath = useRecordPath()
  if (!may(permissionOf(log, 'list'))) return null
  const toggle = (
    <Button look="quiet" size="small" icon={open ? 'up' : 'down'} aria-expanded={open} onClick={() => setOpen(!open)}>
      {t(open ? 'history.hide' : 'history.show')}
    </Button>
  )
  return (
    <Card title={t('history.title')} aside={toggle}>
      {open && (
        <RecordList
          entity={log}
          name="record_history"
          embedded
          fixed={{ entity: [entity.name], entity_id: id }}
          without={['entity', 'entity_id']}
          cells={{ action: (row) => actionWord(row.action) }}
          open={(row) => recordPath(log.name, row.id)}
          fresh={{ also: [entity.name] }}
          empty={{ text: t('history.empty') }}
        />
      )}
    </Card>
  )
}
