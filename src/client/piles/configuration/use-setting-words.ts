import { useTranslation } from 'react-i18next'
import type { ConfigurationKey } from '../../../shared/domain/configuration-keys.ts'
import { keyOf } from '../../../shared/domain/configuration-keys.ts'

/** What a key means, and its values with their unit. */
export function useSettingWords() {
  const { t } = useTranslation('configuration')
  return {
    meaning: ({ name, profile }: ConfigurationKey) => (profile === 'maker' ? t('unknown') : t(`meaning.${name}`)),
    unit: ({ unit }: ConfigurationKey) => unit && t(`short_unit.${unit}`),
    /** A list breaks after its commas. */
    value: (key: string, value: string | null) => {
      if (!value) return value === null ? '—' : t('empty')
      const { unit } = keyOf(key)
      return unit ? t('with_unit', { value, unit: t(`short_unit.${unit}`) }) : value.replaceAll(/,(?=\S)/g, ', ')
    },
    answer: (word: string | null) =>
      word === null ? t('no_answer') : t(`answers.${word}`, { defaultValue: t('answered', { word }) }),
  }
}
