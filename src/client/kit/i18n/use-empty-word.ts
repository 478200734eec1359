import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'

/** What an empty list of these tells to do next, '' until it is there: its words come with the first list that is empty. */
export function useEmptyWord({ name }: Pick<Entity, 'name'>): string {
  const { t, i18n } = useTranslation('empty', { useSuspense: false })
  return i18n.exists(`empty:${name}`) ? t(name) : ''
}
