import type { Channel, MessageChannel } from '../../../shared/domain/channels.ts'
import { type AliyunSettings, aliyunSms } from './aliyun.ts'
import type { Sender } from './sender.ts'
import { type SmtpSettings, smtpMail } from './smtp.ts'
import { type TwilioSettings, twilioSms } from './twilio.ts'
import { type WechatSettings, wechatWork } from './wechat-work.ts'

/** What the settings name; null where messages of a channel stay in the outbox. */
export interface SenderSettings {
  sms: ({ service: 'aliyun' } & AliyunSettings) | ({ service: 'twilio' } & TwilioSettings) | null
  mail: SmtpSettings | null
  wechat: WechatSettings | null
}

/** The services that settings name. */
export type Senders = Readonly<Record<Channel, Sender | null>>

/** All by which messages go. */
export type EverySender = Readonly<Partial<Record<MessageChannel, Sender | null>>>

export const NO_SENDERS: SenderSettings = { sms: null, mail: null, wechat: null }

export const sendersOf = ({ sms, mail, wechat }: SenderSettings): Senders => ({
  sms: sms && (sms.service === 'aliyun' ? aliyunSms(sms) : twilioSms(sms)),
  mail: mail && smtpMail(mail),
  wechat: wechat && wechatWork(wechat),
})
