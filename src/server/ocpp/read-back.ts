import type { Intent } from '../../shared/domain/intent.ts'
import { ROOT_USES } from '../../shared/domain/root-certificate.ts'

/** What a pile is asked for to hear from itself what it took. Commands of a version before lack what they are about. */
export function readBackOf(intent: Intent | null): Intent[] {
  if (intent?.ask === 'configure' && intent.key) return [{ ask: 'read_settings', keys: [intent.key] }]
  if (intent?.ask === 'install_certificate' && intent.use) return [{ ask: 'list_certificates', use: intent.use }]
  if (intent?.ask === 'reset_monitors') return [{ ask: 'read_monitors' }]
  return intent?.ask === 'delete_certificate' ? ROOT_USES.map((use) => ({ ask: 'list_certificates', use })) : []
}
