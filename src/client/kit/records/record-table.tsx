import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { AnyRow } from '../fields/cell.tsx'
import { CopyCell } from './copy-cell.tsx'
import { SkeletonRows } from './skeletons.tsx'
import css from './table.module.css'
import { type HeadProps, TableHead } from './table-head.tsx'
import { usePageKeys } from './table-keys.ts'
import { TableRow } from './table-row.tsx'
import { usePins } from './use-pins.ts'

const KeysHelp = lazy(() => import('./keys-help.tsx').then((module) => ({ default: module.KeysHelp })))

type Props = Omit<HeadProps, 'page'> & { rows: readonly AnyRow[] | null }

/** A list where there is room. `rows` null: they are on their way. */
export function RecordTable({ rows, ...head }: Props) {
  const { list, columns, selection } = head
  const wrap = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [helping, setHelping] = useState(false)
  const help = useCallback(() => setHelping(true), [])
  const { shown } = columns
  usePins(table, shown.map(({ key, fixed, width }) => `${key}:${fixed}:${width}`).join())
  usePageKeys(table, { help }, !list.embedded)
  const width = shown.length + (list.expand ? 1 : 0) + (list.rowActions ? 1 : 0) + (selection ? 1 : 0)
  return (
    <div ref={wrap} className={css.wrap} data-scroll-memory={list.name ?? list.entity.name}>
      <table ref={table} className={css.table}>
        <TableHead {...head} page={rows ?? []} />
        <tbody>
          {rows ? (
            rows.map((row) => (
              <TableRow
                key={row.id}
                list={list}
                columns={shown}
                row={row}
                page={rows}
                {...(selection && { selection })}
              />
            ))
          ) : (
            <SkeletonRows columns={width} />
          )}
        </tbody>
      </table>
      <CopyCell wrap={wrap} />
      {helping && (
        <Suspense fallback={null}>
          <KeysHelp
            selects={selection !== undefined}
            expands={list.expand !== undefined}
            onClose={() => setHelping(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
