import type { i18n } from 'i18next'
import { gunText } from '../domain/gun-number.ts'

/** What words can ask for beside i18next's own formats: `{{number, gun}}`. */
export function addWordFormats({ services }: i18n): void {
  services.formatter?.add('gun', (number: number) => gunText(number))
}
