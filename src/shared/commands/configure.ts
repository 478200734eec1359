import { MOST_KEY } from '../domain/setting-address.ts'
import { text } from '../kit/fields.ts'
import { AFTER_REBOOT, command } from './declare.ts'

/** Changes one key of a pile's configuration. Its password is changed by another call (`set_password`). */
export const configure = command('configure', {
  about: 'pile',
  icon: 'edit',
  fields: { key: text({ max: MOST_KEY }), value: text({ max: 1000, optional: true }) },
  connected: true,
  elsewhere: true,
  resolved: true,
  effect: AFTER_REBOOT,
})
