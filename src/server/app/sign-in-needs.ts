import type { SignInNeeds } from '../auth/needs.ts'
import { send } from '../messages/port.ts'

/** What signing in is given: the outbox for its codes. */
export const signInNeeds: SignInNeeds = {
  send,
  registration: async () => ({ open: true, agreement: { en: null, 'zh-CN': null } }),
  tried: async () => {},
}
