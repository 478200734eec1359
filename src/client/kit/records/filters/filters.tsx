import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../../shared/kit/entity.ts'
import { FilterInput } from '../../fields/filter-input.tsx'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { usePopover } from '../../ui/popover.ts'
import css from '../toolbar.module.css'
import type { List } from '../use-list.ts'
import { filterable } from './filterable.ts'

interface FormProps {
  entity: Entity
  list: List
  fixed?: object
}

/** All filters of a list, each in force as soon as it is set. */
export function FilterForm({ entity, list, fixed = {} }: FormProps) {
  const words = useWords(entity)
  return filterable(entity, fixed).map(([name, field]) => (
    <fieldset key={name} className={css.filter}>
      <legend>{words.label(name)}</legend>
      <div className={field.choices ? css.choices : undefined}>
        <FilterInput
          entity={entity}
          name={name}
          value={list.state.filters[name]}
          onChange={(value) => list.filter(name, value)}
        />
      </div>
    </fieldset>
  ))
}

/** The filters under the filter button, where there is room. */
export function FilterPanel({
  anchor,
  onClose,
  ...form
}: FormProps & { anchor: RefObject<HTMLElement | null>; onClose: () => void }) {
  const { t } = useTranslation('common')
  const box = useRef<HTMLDivElement>(null)
  usePopover(box, { open: true, anchor, align: 'end', onClose })
  return (
    <div ref={box} popover="auto" className={css.panel} role="dialog" aria-label={t('list.filters')}>
      <div className={css.panelHead}>
        <b>{t('list.filters')}</b>
        <Button look="link" onClick={() => form.list.change({ filters: {} })}>
          {t('list.clear_filters')}
        </Button>
      </div>
      <FilterForm {...form} />
    </div>
  )
}
