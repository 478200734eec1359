import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { remembering, signedIn } from './auth.ts'

/** Of a screen that waits: what its QR code says, and what only the screen knows. */
export const screenSecret = z.string({ error: 'required' }).check(z.regex(/^[\w-]{32}$/, { error: 'invalid' }))
/** `code` goes into its QR code, `secret` never leaves it. Good for `expires_in` seconds, once. */
export const openedScreen = z.object({ code: z.string(), secret: z.string(), expires_in: z.int() })
export const screenState = z.enum(['pending', 'scanned', 'confirmed', 'refused', 'expired'])

/** A screen asks to be signed in by a telephone. */
export const openScreen = endpoint({
  method: 'POST',
  path: '/pub/screen/open',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({}),
  data: openedScreen,
})

/** The screen asks how far it is. Once it is confirmed the first to ask gets the sign-in, and the secret is spent. */
export const collectScreen = endpoint({
  method: 'POST',
  path: '/pub/screen/collect',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ secret: screenSecret, remember: remembering }),
  data: z.object({
    state: screenState,
    signed_in: z.nullable(signedIn),
  }),
})

/** The browser of a sign-in, in words: `Firefox 133` on `Android 14`; null where it does not say. */
export const browserWords = z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) })
export type BrowserWords = z.output<typeof browserWords>

/** Where an address is, as far as that can be said without asking anybody: beside the one who asks, in a local network, or elsewhere. */
export const place = z.enum(['same', 'local', 'elsewhere'])
export type Place = z.output<typeof place>

/** What screen it is that someone scanned, and how many seconds they have to decide. */
export const scannedScreen = z.object({ ...browserWords.shape, address: z.string(), place, expires_in: z.int() })

/** A person's telephone has scanned the screen: nobody else can confirm it from now on. */
export const scanScreen = endpoint({
  method: 'POST',
  path: '/system/screen/scan',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ code: screenSecret }),
  data: scannedScreen,
})

/** The person lets the screen in as themselves, or does not. */
export const decideScreen = endpoint({
  method: 'POST',
  path: '/system/screen/decide',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ code: screenSecret, confirm: z.boolean({ error: 'required' }) }),
  data: z.null(),
})
