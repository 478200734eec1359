import { bytesOf } from './base64.ts'
import { changeOpener, type Held, type Opener, readOpener } from './opener.ts'

/** The device's key as the passkey's opener holds it from now on. `raw` is base64. */
export async function held(seals: CryptoKey, raw: string): Promise<Held> {
  const key = await crypto.subtle.encrypt('RSA-OAEP', seals, bytesOf(raw))
  return { key, from: Date.now(), seen: Date.now() }
}

/** The server gave a person's key anew: their opener holds it, another's goes, and so it does where nothing is sealed. */
export async function holdAgain(userId: number, raw: string | null): Promise<void> {
  const opener = await readOpener()
  if (!opener) return
  const holds = raw !== null && opener.user_id === userId ? await held(opener.seals, raw) : null
  const same = ({ credential }: Opener) => credential.join() === opener.credential.join()
  await changeOpener((found) => (!same(found) ? found : holds ? { ...found, held: holds } : null))
}
