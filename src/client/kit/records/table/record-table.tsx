import { Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '../../fields/cell.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { SkeletonRows } from '../skeletons.tsx'
import { CopyCell } from './copy-cell.tsx'
import css from './table.module.css'
import { type HeadProps, TableHead } from './table-head.tsx'
import { usePageKeys } from './table-keys.ts'
import { TableRow } from './table-row.tsx'
import { useFitting } from './use-fitting.ts'
import { usePins } from './use-pins.ts'

const KeysHelp = lazyDialog(() => import('./keys-help.tsx').then((module) => ({ default: module.KeysHelp })))

type Props = Omit<HeadProps, 'page' | 'shown'> & { rows: readonly AnyRow[] | null }

/** A list where there is room. `rows` null: they are on their way. */
export function RecordTable({ rows, ...head }: Props) {
  const { t } = useTranslation('common')
  const { list, columns, selection } = head
  const wrap = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [helping, setHelping] = useState(false)
  const [all, setAll] = useState(false)
  const help = useCallback(() => setHelping(true), [])
  const { shown, out } = useFitting(columns.shown, {
    wrap,
    sorted: head.sort.prop,
    stamp: `${rows?.length ?? ''} ${rows?.[0]?.id ?? ''}`,
    fits: !all && !columns.arranged,
  })
  usePins(table, shown.map(({ key, fixed, width }) => `${key}:${fixed}:${width}`).join())
  usePageKeys(table, { help }, !list.embedded)
  const width = shown.length + (list.expand ? 1 : 0) + (list.rowActions ? 1 : 0) + (selection ? 1 : 0)
  return (
    <>
      <div
        ref={wrap}
        className={css.wrap}
        data-scroll-memory={list.name ?? list.entity.name}
        onScroll={({ currentTarget: box }) => box.toggleAttribute('data-moved', box.scrollLeft > 0)}
      >
        <table ref={table} className={css.table}>
          <TableHead {...head} shown={shown} page={rows ?? []} />
          <tbody>
            {/* What the first rows load does not hide the headings. */}
            <Suspense fallback={<SkeletonRows columns={width} />}>
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
            </Suspense>
          </tbody>
        </table>
        <CopyCell wrap={wrap} />
      </div>
      {out.length > 0 && (
        <p className={css.out}>
          <span>
            {t('list.out', { count: out.length, names: out.map(({ label }) => label).join(t('list.out_comma')) })}
          </span>
          <Button look="link" onClick={() => setAll(true)}>
            {t('list.out_show')}
          </Button>
        </p>
      )}
      {helping && (
        <KeysHelp
          selects={selection !== undefined}
          expands={list.expand !== undefined}
          onClose={() => setHelping(false)}
        />
      )}
    </>
  )
}
