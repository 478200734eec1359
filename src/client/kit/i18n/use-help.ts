import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'

/** Short help under an input, by its field; empty when there is none. Its words come with the first form, not with the lists. */
export function useHelp({ name }: Pick<Entity, 'name'>): (field: string) => string {
  const { t, i18n } = useTranslation('help')
  return (field) => (i18n.exists(`help:${name}.${field}`) ? t(`${name}.${field}`) : '')
}
