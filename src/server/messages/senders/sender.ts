import type { Language } from '../../../shared/kit/languages.ts'
import type { Text, Words } from '../text.ts'

/** A file that goes along. */
export interface Attachment {
  name: string
  type: string
  content: Buffer
}

/** A message as it leaves the server, codes and all. */
export interface Letter extends Text {
  id: number
  to: string
  template: string
  language: Language
  words: Words
  /** Mails alone have one. */
  attachment?: Attachment | undefined
}

/** Hands a letter over to a service. */
export interface Sender {
  /** As administrators read it: Alibaba Cloud, Twilio, SMTP. */
  readonly service: string
  /** The service's own name for it, if it gives one. Throws `Undeliverable` for what no other try would change. */
  send(letter: Letter): Promise<string | null>
}

/** The receiver is not there, or takes nothing from us. */
export class Undeliverable extends Error {}

/** What it tells is not so any more. */
export class NeedlessNow extends Error {}

/** Longer than any service takes; what is not answered by then is tried again. */
export const SEND_WITHIN_MS = 15_000
