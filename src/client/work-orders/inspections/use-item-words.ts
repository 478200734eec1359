import { useTranslation } from 'react-i18next'
import type { CheckItem } from '../../../shared/domain/inspection.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'

/** Within which bounds a figure is all right, in words; null where it has none. */
export function useBounds() {
  const { t } = useTranslation('inspections')
  const format = useFormat()
  return ({ least, most, unit }: CheckItem): string | null => {
    const said = (figure: number) => format.quantity(figure, unit ?? undefined)
    if (least !== null && most !== null) return t('bounds', { from: format.number(least), to: said(most) })
    if (least !== null) return t('at_least', { from: said(least) })
    return most === null ? null : t('at_most', { to: said(most) })
  }
}

/** How an item is answered, in a line. */
export function useItemWords() {
  const { t } = useTranslation('inspections')
  const boundsOf = useBounds()
  return (item: CheckItem): string =>
    [
      t(`kinds.${item.kind}`),
      boundsOf(item),
      item.needed && t('needed'),
      item.photo && t('photo'),
      item.alarm && t('alarm'),
    ]
      .filter(Boolean)
      .join(' · ')
}
