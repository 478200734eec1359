import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { vi } from 'vitest'
import { confirmTotp, startTotp } from '../../src/shared/endpoints/own-factors.ts'
import type { SecondStep } from '../../src/shared/endpoints/second-step.ts'
import type { Answer, SignedIn, TestServer } from './server.ts'

const PERIOD_MS = 30_000

/** Stops the clock of this process in the middle of thirty seconds, so that a code stays what it is. Call it once the server runs. */
export const holdClock = (): void => {
  const now = Math.floor(Date.now() / PERIOD_MS) * PERIOD_MS + PERIOD_MS / 2
  vi.useFakeTimers({ toFake: ['Date'], now })
}

/** The next thirty seconds begin, with codes that nobody has used. */
export const nextCodes = (): void => void vi.setSystemTime(Date.now() + PERIOD_MS)

/** Someone's authenticator app. Each code lets in once, so a test asks for the one of another thirty seconds each time. */
export class App {
  readonly #totp: TOTP

  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) })
  }

  /** The code now; of `steps` thirty seconds from now. */
  code = (steps = 0): string => this.#totp.generate({ timestamp: Date.now() + steps * PERIOD_MS })

  /** A code that is of none around now. */
  wrong(): string {
    const near = [-2, -1, 0, 1, 2].map((step) => this.code(step))
    for (;;) {
      const code = String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')
      if (!near.includes(code)) return code
    }
  }
}

/** Sets an authenticator app up for someone who is signed in, as the user centre does. Its next code is that of now. */
export async function enrolApp(server: TestServer, person: Pick<SignedIn, 'token'>) {
  const { data } = await server.call(startTotp, {}, { as: person })
  const app = new App(data.secret)
  const confirmed = await server.call(confirmTotp, { code: app.code(-1) }, { as: person })
  return { app, address: data.address, codes: confirmed.data.recovery_codes ?? [], confirmed }
}

/** What a refusal of signing in carries. */
export const stepIn = ({ code, data }: Pick<Answer<unknown>, 'code' | 'data'>): SecondStep => {
  const { second_step } = (data ?? {}) as { second_step?: SecondStep }
  if (code !== 401 || !second_step) throw new Error(`no second step was asked: ${code} ${JSON.stringify(data)}`)
  return second_step
}
