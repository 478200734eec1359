import { SETTING_ID, setting } from '../../shared/entities/setting.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityPage } from '../kit/records/entity-page.tsx'

/** What an administrator sets for everybody. */
export function SettingsPage() {
  const { heading } = useWords(setting)
  return <EntityPage entity={setting} id={SETTING_ID} title={() => heading} alone />
}
