import { useTranslation } from 'react-i18next'
import type { Expected } from '../../../shared/domain/expected.ts'
import { useSettingWords } from '../configuration/use-setting-words.ts'

/** A key's right values in words: 300 s ± 10, or 600 s. */
export function useRightValue() {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  return ({ key, value, tolerance, also }: Expected) => {
    const first = words.value(key, value)
    const span = tolerance ? t('template.plus_minus', { value: first, tolerance }) : first
    return [span, ...also.map((other) => words.value(key, other))].join(t('template.or_between'))
  }
}
