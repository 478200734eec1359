/** The protocol that is spoken where a pile names none. */
export const SUBPROTOCOL = 'ocpp1.6'

/** What is spoken here, by how piles name it in small letters. A further protocol is a further name, and a folder beside `v16`. */
const SPOKEN: ReadonlySet<string> = new Set([
  SUBPROTOCOL,
  'ocpp1.6j', // written so by some firmware
])

/** The first subprotocol of a pile's list that is spoken, written as the pile wrote it, for the answer must repeat it (RFC 6455, 4.2.2). */
export const chooseProtocol = (offered: Iterable<string>): string | undefined =>
  [...offered].find((name) => SPOKEN.has(name.toLowerCase()))
