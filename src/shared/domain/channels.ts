export const CHANNELS = ['sms', 'mail', 'wechat'] as const
/** A way to reach a person outside of the console: a text message, a mail, a message of WeChat Work. */
export type Channel = (typeof CHANNELS)[number]

/** What else a message goes by: to a device of a person, while the console is closed there. Nobody chooses it as a contact. */
export type MessageChannel = Channel | 'push'

/** The ways by which a rule tells people of alarms. */
export const ALARM_WAYS = [...CHANNELS, 'push'] as const
export type AlarmWay = (typeof ALARM_WAYS)[number]
