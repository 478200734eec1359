import { gunText } from '../domain/gun-number.ts'

/** Of i18next, what formats are added to. */
interface Words {
  services: { formatter?: { add(name: string, format: (value: number) => string): void } }
}

/** What words can ask for beside i18next's own formats: `{{number, gun}}`. */
export function addWordFormats({ services }: Words): void {
  services.formatter?.add('gun', gunText)
}
