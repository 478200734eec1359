import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownColumns } from '../../../shared/kit/columns.ts'
import { PAGE_SIZE } from '../../../shared/kit/endpoint.ts'
import { type Entity, titleField } from '../../../shared/kit/entity.ts'
import { useWords } from '../i18n/use-words.ts'
import { useReadable } from '../session/can.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Pager } from '../ui/pager.tsx'
import { Empty, Loaded, Skeleton } from '../ui/states.tsx'
import { useWide } from '../ui/use-wide.ts'
import { type AnyRow, Cell } from './cell.tsx'
import { entityNamed } from './entity-named.ts'
import { Keyword } from './keyword.tsx'
import css from './record-picker.module.css'
import { useRecords } from './use-records.ts'

interface Props {
  /** Name of the entity to choose of. */
  to: string
  title: string
  chosen: number | null
  onChoose: (id: number) => void
  onClose: () => void
}

/** As many as stand side by side in a dialog, and on a phone. */
const WIDE = 5
const NARROW = 2

interface RowsProps extends Pick<Props, 'chosen' | 'onChoose'> {
  entity: Entity
  rows: readonly AnyRow[]
}

function Rows({ entity, rows, chosen, onChoose }: RowsProps) {
  const words = useWords(entity)
  const most = useWide() ? WIDE : NARROW
  const columns = ownColumns(entity)
    .filter(({ hidden }) => !hidden)
    .slice(0, most)
  const title = titleField(entity)
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {columns.map(({ key }) => (
            <th key={key} scope="col">
              {words.label(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} aria-selected={row.id === chosen}>
            {columns.map(({ key }) => (
              <td key={key}>
                {key === title ? (
                  <button type="button" className={css.choose} onClick={() => onChoose(row.id)}>
                    <Cell entity={entity} name={key} row={row} />
                  </button>
                ) : (
                  <Cell entity={entity} name={key} row={row} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Records in a table to choose one of, with search and pages; only those that may be chosen. */
export function RecordPicker({ to, title, chosen, onChoose, onClose }: Props) {
  const { t } = useTranslation('common')
  const entity = useReadable(entityNamed(to))
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(PAGE_SIZE)
  const [keyword, setKeyword] = useState('')
  const asked = { page_num: page, page_size: size, ...entity.offers, ...(keyword && { keyword }) }
  const query = useRecords(entity, asked)
  const foot = <Button onClick={onClose}>{t('action.cancel')}</Button>
  return (
    <Dialog title={title} onClose={onClose} foot={foot}>
      <div className={css.picker}>
        <Keyword
          entity={entity}
          value={keyword}
          onTyped={() => {}}
          onSettled={(typed) => {
            setKeyword(typed)
            setPage(1)
          }}
        />
        <Loaded query={query} skeleton={<Skeleton height={240} />}>
          {({ rows, total }) =>
            total === 0 ? (
              <Empty icon="search" text={t('form.nothing_found')} />
            ) : (
              <>
                <div className={css.wrap}>
                  <Rows entity={entity} rows={rows} chosen={chosen} onChoose={onChoose} />
                </div>
                <Pager
                  total={total}
                  page={page}
                  size={size}
                  onPage={setPage}
                  onSize={(next) => {
                    setSize(next)
                    setPage(1)
                  }}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
