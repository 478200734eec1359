import { SETTING_ID, setting } from '../../shared/entities/setting.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'

/** What an administrator sets for everybody. */
export const SettingsPage = () => <EntityPage entity={setting} id={SETTING_ID} alone />
