import { X509Certificate } from 'node:crypto'
import { TaskFailed, type TaskOutput } from '../tasks/task-output.ts'

const DAY_MS = 86_400_000
/** From here on it is a matter for a person: piles that refuse the server come back only when it is renewed. */
const SOON_DAYS = 21

/** Judges the certificate that is served; fails when it ends soon, so that someone is told. `cert` is PEM, the server's own first. */
export function checkCertificate(cert: string | null, now = Date.now()): TaskOutput {
  if (cert === null) return { said: 'no_certificate' }
  const { validTo } = new X509Certificate(cert)
  const ends = Date.parse(validTo)
  const days = Math.floor((ends - now) / DAY_MS)
  const figures = { days, day: new Date(ends).toISOString().slice(0, 10) }
  if (days < 0) throw new TaskFailed({ said: 'certificate_ended', figures })
  if (days < SOON_DAYS) throw new TaskFailed({ said: 'certificate_soon', figures })
  return { said: 'certificate', figures }
}
