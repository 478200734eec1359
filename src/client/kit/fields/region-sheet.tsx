import CascaderView, { type CascaderOption } from 'antd-mobile/es/components/cascader-view'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { regionLevels } from '../../../shared/domain/region-code.ts'
import type { Region } from '../../../shared/endpoints/regions.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { ErrorBox } from '../ui/states.tsx'
import css from './region-input.module.css'
import { useRegionLevels } from './regions.ts'

interface Props {
  label: string
  open: boolean
  value: number | null
  onChange: (value: number | null) => void
  onClose: () => void
}

type Levels = readonly (readonly Region[] | undefined)[]

/**
 * What is below the chosen one on each level comes while it is looked at; the others' comes when they are chosen.
 * Below one whose answer `failed` nothing is shown: it is not on its way.
 */
function optionsOf(levels: Levels, chosen: readonly number[], failed: boolean): CascaderOption[] {
  const [regions = [], ...below] = levels
  const [here, ...deeper] = chosen
  return regions.map(({ id, title, has_children }) => {
    const option: CascaderOption = { value: String(id), label: title }
    const known = id === here && below[0] !== undefined
    if (!has_children || (id === here && !known && failed)) return option
    return { ...option, children: known ? optionsOf(below, deeper, failed) : CascaderView.optionSkeleton }
  })
}

type ChoosingProps = Pick<Props, 'value'> & { onTake: (value: number | null) => void }

function Choosing({ value, onTake }: ChoosingProps) {
  const { t } = useTranslation('common')
  const [picked, setPicked] = useState(value)
  const { levels, error, retry } = useRegionLevels(picked)
  const failed = error !== null
  const chosen = picked === null ? [] : regionLevels(picked)
  return (
    <>
      {(levels[0] || !failed) && (
        <CascaderView
          className={[css.sheet, failed && css.shorter].filter(Boolean).join(' ')}
          options={optionsOf(levels, chosen, failed)}
          loading={!levels[0]}
          value={chosen.map(String)}
          placeholder={t('form.choose')}
          onChange={(values) => setPicked(values.length > 0 ? Number(values.at(-1)) : null)}
        />
      )}
      {failed && <ErrorBox error={error} onRetry={retry} />}
      <div className={css.foot}>
        {value !== null && <Button onClick={() => onTake(null)}>{t('none')}</Button>}
        <Button look="primary" size="large" onClick={() => onTake(picked)}>
          {t('action.apply')}
        </Button>
      </div>
    </>
  )
}

/** From province to city to area, as far as one wants to go. Each time it opens it begins where the value is. */
export function RegionSheet({ label, open, value, onChange, onClose }: Props) {
  return (
    <Sheet title={label} open={open} onClose={onClose} flush>
      <Choosing
        value={value}
        onTake={(next) => {
          onChange(next)
          onClose()
        }}
      />
    </Sheet>
  )
}
