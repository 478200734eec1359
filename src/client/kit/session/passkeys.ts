import i18next from 'i18next'
import type { Assertion, Attestation } from '../../../shared/endpoints/second-step.ts'
import type { passkeysHere } from '../../../shared/endpoints/ways-in.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { loaded } from '../ui/lazy.ts'

type Place = Data<typeof passkeysHere>
type Options = Readonly<Record<string, unknown>>

/** Why passkeys cannot be used on this page: the server's reason, or the browser's. Null where they can. */
export type NoPasskeys = NonNullable<Place['why_not']> | 'browser' | 'other_address'

/** Browsers offer them on pages over TLS and on localhost alone, and only for the page's own domain. */
export function noPasskeys({ rp_id, why_not }: Place): NoPasskeys | null {
  if (rp_id === null) return why_not ?? 'no_public_url'
  if (location.hostname !== rp_id) return 'other_address'
  return window.isSecureContext && 'PublicKeyCredential' in window ? null : 'browser'
}

/** Loaded when someone uses a passkey: most pages never do. */
const library = () => loaded(() => import('@simplewebauthn/browser'))

/** Browsers say in English why, and do not say whether it was the person who stopped it. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await i18next.loadNamespaces('second_step')
    const known = (error as Error).name === 'InvalidStateError'
    throw new Error(i18next.t(`second_step:passkey.${known ? 'known' : 'not_used'}`))
  }
}

/** Has one of the person's passkeys sign what the server asked. */
export const signWithPasskey = async (options: Options): Promise<Assertion> => {
  const { startAuthentication } = await library()
  return inWords(async () => (await startAuthentication({ optionsJSON: options as never })) as unknown as Assertion)
}

/** Makes a passkey on this device, or on one beside it. */
export const makePasskey = async (options: Options): Promise<Attestation> => {
  const { startRegistration } = await library()
  return inWords(async () => (await startRegistration({ optionsJSON: options as never })) as unknown as Attestation)
}
