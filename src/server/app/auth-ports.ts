import type { AuthPorts } from '../auth/ports.ts'
import type { SignInTries } from '../logs/sign-in-tries.ts'
import { send } from '../messages/port.ts'
import type { CurrentSettings } from '../settings/current-settings.ts'

/** What signing in is given: the outbox for its codes, what an administrator has set, the log for every try. */
export const authPorts = (settings: CurrentSettings, tries: SignInTries): AuthPorts => ({
  send,
  async rules() {
    const { registration_open, agreement, idle_minutes, session_hours, product_name } = await settings()
    return { registration_open, idle_minutes, session_hours, product: product_name, agreement }
  },
  tried: tries.note,
})
