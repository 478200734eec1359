import { useTranslation } from 'react-i18next'

/** A cell that says for which types something is where it names none; null where it names some. */
export function useAllTypes() {
  const { t } = useTranslation('inspections')
  return ({ pile_type_ids: ids }: { pile_type_ids: readonly number[] | null }) => (ids?.length ? null : t('all_types'))
}
