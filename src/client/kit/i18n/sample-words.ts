import { useTranslation } from 'react-i18next'
import { SAMPLE_ROLES, type SampleRole } from '../../../shared/domain/sample-roles.ts'

const KEYS = Object.keys(SAMPLE_ROLES) as SampleRole[]

/** Says a role's name or remark in the reader's language where it is still the one that the installation started with. */
export function useSampleWords() {
  const { t } = useTranslation('people')
  const inWords = (part: 'name' | 'remark') => (text: string) => {
    const key = KEYS.find((role) => SAMPLE_ROLES[role][part] === text)
    return key ? t(`samples.${key}.${part}`) : text
  }
  return { name: inWords('name'), remark: inWords('remark') }
}
