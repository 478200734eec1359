import { createTransport } from 'nodemailer'
import { type Letter, SEND_WITHIN_MS, type Sender, Undeliverable } from './sender.ts'

export interface SmtpSettings {
  /** smtp://user:password@host:587, smtps://…:465 */
  url: string
  from: string
}

/** Mail by any server that takes it. */
export function smtpMail({ url, from }: SmtpSettings): Sender {
  const patience = {
    connectionTimeout: SEND_WITHIN_MS,
    greetingTimeout: SEND_WITHIN_MS,
    socketTimeout: SEND_WITHIN_MS,
  }
  const transport = createTransport({ url, ...patience })
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    service: 'SMTP',
    async send({ id, to, subject, body, attachment }: Letter) {
      try {
        // The same message sent again is known by its name.
        const letter = { from, to, subject, text: body, messageId: `<message-${id}@${domain}>` }
        const attachments = attachment && [
          { filename: attachment.name, contentType: attachment.type, content: attachment.content },
        ]
        const sent = await transport.sendMail({ ...letter, ...(attachments && { attachments }) })
        return sent.messageId
      } catch (error) {
        // 5yz is for good (RFC 5321, 4.2.1); only where it speaks of the receiver, not of our own account.
        const { responseCode = 0, code, message } = error as Error & { responseCode?: number; code?: string }
        if (code === 'EENVELOPE' && responseCode >= 500) throw new Undeliverable(message)
        throw error
      }
    },
  }
}
