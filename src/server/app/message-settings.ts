import * as z from 'zod/mini'
import type { SenderSettings } from '../messages/senders/senders.ts'

const word = (most: number) => z.optional(z.string().check(z.regex(/^\S+$/), z.maxLength(most)))
const words = (most: number) => z.optional(z.string().check(z.regex(/^\S.*$/), z.maxLength(most)))
const address = (initial: string) => z._default(z.url({ protocol: /^https?$/ }), initial)

/** Who sends messages to telephones, mailboxes and WeChat Work. Nothing set: they are kept and read in the console. */
export const messageShape = {
  SMS_SERVICE: {
    takes: 'aliyun or twilio, with SMS_KEY, SMS_SECRET and SMS_SENDER',
    schema: z.optional(z.enum(['aliyun', 'twilio'])),
  },
  SMS_KEY: { takes: "the access key's id (aliyun) or the account's SID (twilio)", schema: word(200), secret: true },
  SMS_SECRET: {
    takes: "the access key's secret (aliyun) or the account's token (twilio)",
    schema: word(200),
    secret: true,
  },
  SMS_SENDER: {
    takes: 'the approved signature (aliyun), the number or the messaging service that it comes from (twilio)',
    schema: words(60),
  },
  SMS_TEMPLATES: {
    takes: 'approved templates (aliyun) by message, such as sign_in_code=SMS_1,todos=SMS_2,*=SMS_3',
    schema: z.optional(z.string().check(z.regex(/^(\*|[a-z_]+)=\w+(,(\*|[a-z_]+)=\w+)*$/))),
  },
  SMS_URL: {
    takes: "the service's address, if it is not its public one",
    schema: z.optional(z.url({ protocol: /^https?$/ })),
  },
  SMTP_URL: {
    takes: 'a mail server, such as smtps://user:password@mail.example.com:465, with MAIL_FROM',
    schema: z.optional(z.string().check(z.regex(/^smtps?:\/\/\S+$/))),
    secret: true,
  },
  MAIL_FROM: {
    takes: 'whom mails come from, such as Chargedeck <console@example.com>, with SMTP_URL',
    schema: z.optional(z.string().check(z.regex(/^([^<>\r\n]*<)?[^\s@<>]+@[^\s@<>]+>?$/), z.maxLength(200))),
  },
  WECHAT_CORP_ID: { takes: "the company's id in WeChat Work, with the two settings below", schema: word(100) },
  WECHAT_SECRET: { takes: "the application's secret", schema: word(200), secret: true },
  WECHAT_AGENT: {
    takes: "the application's number (AgentId)",
    schema: z.optional(z.string().check(z.regex(/^\d{1,10}$/))),
  },
  WECHAT_URL: {
    takes: "WeChat Work's address, if it is not the public one",
    schema: address('https://qyapi.weixin.qq.com'),
  },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType; secret?: boolean }>

type Shape = typeof messageShape
type Values = { [N in keyof Shape]: z.output<Shape[N]['schema']> }
type Name = keyof Shape

/** Throws what `missing` makes of a setting that the others need. */
export function sendersIn(values: Values, missing: (name: Name, others: string) => Error): SenderSettings {
  const needed = <N extends Name>(name: N, others: string): NonNullable<Values[N]> => {
    const value = values[name]
    if (value === undefined) throw missing(name, others)
    return value as NonNullable<Values[N]>
  }
  return { sms: smsIn(values, needed), mail: mailIn(values, needed), wechat: wechatIn(values, needed) }
}

type Needed = <N extends Name>(name: N, others: string) => NonNullable<Values[N]>

function smsIn({ SMS_SERVICE, SMS_URL, SMS_TEMPLATES = '' }: Values, needed: Needed): SenderSettings['sms'] {
  if (!SMS_SERVICE) return null
  const account = {
    key: needed('SMS_KEY', 'SMS_SERVICE'),
    secret: needed('SMS_SECRET', 'SMS_SERVICE'),
    sender: needed('SMS_SENDER', 'SMS_SERVICE'),
  }
  if (SMS_SERVICE === 'twilio') return { service: 'twilio', ...account, url: SMS_URL ?? 'https://api.twilio.com' }
  needed('SMS_TEMPLATES', 'SMS_SERVICE')
  const templates = Object.fromEntries(SMS_TEMPLATES.split(',').map((pair) => pair.split('=') as [string, string]))
  return { service: 'aliyun', ...account, templates, url: SMS_URL ?? 'https://dysmsapi.aliyuncs.com' }
}

function mailIn({ SMTP_URL, MAIL_FROM }: Values, needed: Needed): SenderSettings['mail'] {
  if (!SMTP_URL && !MAIL_FROM) return null
  return { url: needed('SMTP_URL', 'MAIL_FROM'), from: needed('MAIL_FROM', 'SMTP_URL') }
}

function wechatIn(values: Values, needed: Needed): SenderSettings['wechat'] {
  const { WECHAT_CORP_ID, WECHAT_SECRET, WECHAT_AGENT, WECHAT_URL } = values
  if (!WECHAT_CORP_ID && !WECHAT_SECRET && !WECHAT_AGENT) return null
  return {
    corp: needed('WECHAT_CORP_ID', 'WECHAT_SECRET'),
    secret: needed('WECHAT_SECRET', 'WECHAT_CORP_ID'),
    agent: Number(needed('WECHAT_AGENT', 'WECHAT_CORP_ID')),
    url: WECHAT_URL,
  }
}
