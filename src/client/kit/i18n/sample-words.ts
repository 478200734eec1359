import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { SAMPLE_ROLES, type SampleRole } from '../../../shared/domain/sample-roles.ts'

const KEYS = Object.keys(SAMPLE_ROLES) as SampleRole[]

/** Which of the installation's own roles this is the name or remark of. */
const sampleOf = (part: 'name' | 'remark', text: string) => KEYS.find((role) => SAMPLE_ROLES[role][part] === text)

/** Says a role's name or remark in the reader's language where it is still the one that the installation started with. */
export function useSampleWords() {
  const { t } = useTranslation('people')
  const inWords = (part: 'name' | 'remark') => (text: string) => {
    const key = sampleOf(part, text)
    return key ? t(`samples.${key}.${part}`) : text
  }
  return { name: inWords('name'), remark: inWords('remark') }
}

/** The same of names to choose from, whose words are fetched together with them. */
export async function sampleNames(): Promise<(text: string) => string> {
  await i18next.loadNamespaces('people')
  return (text) => {
    const key = sampleOf('name', text)
    return key ? i18next.t(`people:samples.${key}.name`) : text
  }
}
