import { createHash, createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { aliyunSms, signed } from '../../src/server/messages/senders/aliyun.ts'
import { chineseNumber, worldNumber } from '../../src/server/messages/senders/phone-number.ts'
import { type Letter, Undeliverable } from '../../src/server/messages/senders/sender.ts'
import { smtpMail } from '../../src/server/messages/senders/smtp.ts'
import { twilioSms } from '../../src/server/messages/senders/twilio.ts'
import { wechatWork } from '../../src/server/messages/senders/wechat-work.ts'
import { type Asked, httpService, mailService, type Says } from '../setup/services.ts'

const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.stop()
})

/** A service that says one thing after the other, the last of them from then on. */
async function saying(...says: Says[]) {
  const service = await httpService((_, times) => says[Math.min(times, says.length) - 1] as Says)
  open.push(service)
  return service
}

const letter = (more: Partial<Letter> = {}): Letter => ({
  id: 7,
  to: '+86 138 0013 8000',
  template: 'sign_in_code',
  language: 'zh-CN',
  words: { code: '042117', minutes: 5 },
  subject: '登录验证码',
  body: '您的验证码为 042117',
  ...more,
})

test('a code is sent to the service of the settings alone, wherever that points', async () => {
  const elsewhere = await saying({ body: {} })
  const service = await saying({ status: 307, headers: { location: elsewhere.url }, body: {} })
  const account = { key: 'k', secret: 's', sender: 'Volt', url: service.url }
  const senders = [twilioSms(account), aliyunSms({ ...account, templates: { '*': 'SMS_9' } })]
  for (const sender of senders) await expect(sender.send(letter())).rejects.toThrow()
  const work = wechatWork({ corp: 'c', secret: 's', agent: 1, url: service.url })
  await expect(work.send(letter({ to: 'li.wei' }))).rejects.toThrow()
  expect(service.asked.length).toBeGreaterThanOrEqual(3)
  expect(elsewhere.asked).toEqual([])
})

describe('Alibaba Cloud', () => {
  const account = {
    key: 'LTAI5t',
    secret: 'shh!',
    sender: '充电（测试）',
    templates: { sign_in_code: 'SMS_1', '*': 'SMS_9' },
  }

  test('signs as its documentation’s own example says', () => {
    const headers = signed(
      {
        method: 'POST',
        url: new URL('https://ecs.cn-shanghai.aliyuncs.com/'),
        query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
        action: 'RunInstances',
        version: '2014-05-26',
      },
      { key: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
      { at: new Date('2023-10-26T10:22:32Z'), nonce: '3156853299f313e23d1673dc12e1703d' },
    )
    expect(headers.authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })

  /** The signature over what arrived, as the service works it out. */
  function signatureOver({ method, url, headers, body }: Asked, secret: string): string {
    const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
    const parts = [method, url.pathname, url.search.slice(1), lines.join(''), names, sha256(body)]
    expect(headers['x-acs-content-sha256']).toBe(sha256(body))
    return createHmac('sha256', secret)
      .update(`ACS3-HMAC-SHA256\n${sha256(parts.join('\n'))}`)
      .digest('hex')
  }

  test('is asked for the approved template, with a signature that holds', async () => {
    const service = await saying({ body: { Code: 'OK', BizId: '9006~0', RequestId: 'r' } })
    expect(await aliyunSms({ ...account, url: service.url }).send(letter())).toBe('9006~0')
    const [asked] = service.asked as [Asked]
    expect(asked.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(asked.headers.authorization).toContain(`Credential=LTAI5t,`)
    expect(asked.headers.authorization).toContain(`Signature=${signatureOver(asked, account.secret)}`)
    expect(Object.fromEntries(asked.url.searchParams)).toEqual({
      PhoneNumbers: '13800138000',
      SignName: account.sender,
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"042117","minutes":"5"}',
      OutId: '7',
    })
    // Names are sorted and each sign outside of RFC 3986 is written as its bytes: else the signature of another language's fails.
    expect(asked.url.search).toContain('SignName=%E5%85%85%E7%94%B5%EF%BC%88%E6%B5%8B%E8%AF%95%EF%BC%89')
  })

  test('a message without a template of its own goes by the one for all others, or not at all', async () => {
    const service = await saying({ body: { Code: 'OK' } })
    await aliyunSms({ ...account, url: service.url }).send(letter({ template: 'todos' }))
    expect(service.asked[0]?.url.searchParams.get('TemplateCode')).toBe('SMS_9')
    const strict = aliyunSms({ ...account, templates: {}, url: service.url })
    await expect(strict.send(letter())).rejects.toBeInstanceOf(Undeliverable)
  })

  test('a number that is none is given up, a busy service is not', async () => {
    const service = await saying(
      { status: 400, body: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '手机号码格式错误' } },
      { status: 400, body: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控' } },
      'silence',
    )
    const sender = aliyunSms({ ...account, url: service.url })
    await expect(sender.send(letter())).rejects.toBeInstanceOf(Undeliverable)
    for (const problem of [/触发分钟级流控/, /fetch failed/]) {
      const failure = await sender.send(letter()).catch((error) => error)
      expect(failure).not.toBeInstanceOf(Undeliverable)
      expect(String(failure)).toMatch(problem)
    }
  })
})

describe('Twilio', () => {
  const account = { key: 'AC1', secret: 'tok', sender: '+15005550006' }

  test('is asked with the account’s name and token, for a number with its country', async () => {
    const service = await saying({ status: 201, body: { sid: 'SM1', status: 'queued' } })
    expect(await twilioSms({ ...account, url: service.url }).send(letter({ to: '13800138000' }))).toBe('SM1')
    const [asked] = service.asked as [Asked]
    expect([asked.method, asked.url.pathname]).toEqual(['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
    expect(asked.headers.authorization).toBe(`Basic ${Buffer.from('AC1:tok').toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(asked.body))).toEqual({
      To: '+8613800138000',
      From: '+15005550006',
      Body: '您的验证码为 042117',
    })
  })

  test('a messaging service stands in for a number', async () => {
    const service = await saying({ status: 201, body: { sid: 'SM1' } })
    await twilioSms({ ...account, sender: 'MG77', url: service.url }).send(letter())
    expect(new URLSearchParams(service.asked[0]?.body).get('MessagingServiceSid')).toBe('MG77')
  })

  test('who has opted out is given up; a wrong token is not, since someone may mend it', async () => {
    const service = await saying(
      { status: 400, body: { code: 21610, message: 'Attempt to send to unsubscribed recipient' } },
      { status: 401, body: { code: 20003, message: 'Authenticate' } },
    )
    const sender = twilioSms({ ...account, url: service.url })
    await expect(sender.send(letter())).rejects.toBeInstanceOf(Undeliverable)
    await expect(sender.send(letter())).rejects.not.toBeInstanceOf(Undeliverable)
  })
})

describe('WeChat Work', () => {
  const account = { corp: 'ww1', secret: 's1', agent: 1000002 }
  const token = (access_token: string) => ({ body: { errcode: 0, access_token, expires_in: 7200 } })

  test('is asked with one token for all messages', async () => {
    const service = await httpService(({ url }) =>
      url.pathname.endsWith('gettoken') ? token('T1') : { body: { errcode: 0, msgid: 'm1' } },
    )
    open.push(service)
    const sender = wechatWork({ ...account, url: service.url })
    await Promise.all([sender.send(letter({ to: 'li.wei' })), sender.send(letter({ to: 'li.wei' }))])
    expect(await sender.send(letter({ to: 'li.wei' }))).toBe('m1')
    const paths = service.asked.map(({ url }) => url.pathname)
    expect(paths.filter((path) => path.endsWith('gettoken'))).toHaveLength(1)
    expect(Object.fromEntries(service.asked[0]?.url.searchParams ?? [])).toEqual({ corpid: 'ww1', corpsecret: 's1' })
    const sent = service.asked.at(-1) as Asked
    expect(sent.url.searchParams.get('access_token')).toBe('T1')
    expect(JSON.parse(sent.body)).toMatchObject({
      touser: 'li.wei',
      msgtype: 'text',
      agentid: 1000002,
      text: { content: '登录验证码\n您的验证码为 042117' },
    })
  })

  test('fetches another token when the service calls it over', async () => {
    const service = await saying(token('old'), { body: { errcode: 42001 } }, token('new'), { body: { errcode: 0 } })
    await wechatWork({ ...account, url: service.url }).send(letter())
    expect(service.asked.at(-1)?.url.searchParams.get('access_token')).toBe('new')
  })

  test('an account that nobody has is given up; no token is not', async () => {
    const unknown = await saying(token('T'), { body: { errcode: 0, errmsg: 'ok', invaliduser: 'zhang' } })
    await expect(wechatWork({ ...account, url: unknown.url }).send(letter())).rejects.toBeInstanceOf(Undeliverable)
    const closed = await saying({ body: { errcode: 40013, errmsg: 'invalid corpid' } })
    const failure = await wechatWork({ ...account, url: closed.url })
      .send(letter())
      .catch((error) => error)
    expect(failure).not.toBeInstanceOf(Undeliverable)
    expect(String(failure)).toContain('invalid corpid')
    // It stands in the address; what fails is written down.
    expect(String(failure)).not.toContain(account.secret)
  })
})

describe('a mail server', () => {
  const from = 'Chargedeck <console@example.com>'

  test('gets a mail that is known by its name if it comes twice', async () => {
    const service = await mailService()
    open.push(service)
    const sender = smtpMail({ url: service.url, from })
    const mail = letter({ to: 'li.wei@example.com', subject: 'Code\r\nBcc: x@example.com', body: 'It is 042117.' })
    expect(await sender.send(mail)).toBe('<message-7@example.com>')
    const [got] = service.mails
    expect(got).toMatchObject({ from: 'console@example.com', to: ['li.wei@example.com'] })
    expect(got?.source).toContain('Message-ID: <message-7@example.com>')
    expect(got?.source).toContain('It is 042117.')
    expect(got?.source).not.toMatch(/^Bcc:/m)
  })

  test('gets the file that goes along', async () => {
    const service = await mailService()
    open.push(service)
    const attachment = { name: '对账单 2026-10.xlsx', type: 'application/zip', content: Buffer.from('a workbook') }
    await smtpMail({ url: service.url, from }).send({ ...letter({ to: 'li.wei@example.com' }), attachment })
    const [got] = service.mails
    expect(got?.source).toContain('Content-Disposition: attachment')
    expect(got?.source).toContain(Buffer.from('a workbook').toString('base64'))
  })

  test('a mailbox that is not there is given up; a full one, or our own wrong password, is not', async () => {
    const service = await mailService((to) => ({ 'nobody@example.com': 550, 'full@example.com': 452 })[to] ?? null)
    open.push(service)
    const sender = smtpMail({ url: service.url, from })
    await expect(sender.send(letter({ to: 'nobody@example.com' }))).rejects.toBeInstanceOf(Undeliverable)
    await expect(sender.send(letter({ to: 'full@example.com' }))).rejects.not.toBeInstanceOf(Undeliverable)
    const wrong = smtpMail({ url: service.url.replace('hunter22', 'wrong'), from })
    await expect(wrong.send(letter({ to: 'li.wei@example.com' }))).rejects.not.toBeInstanceOf(Undeliverable)
  })
})

test.each([
  ['13800138000', '13800138000', '+8613800138000'],
  ['+86 138-0013-8000', '13800138000', '+8613800138000'],
  ['0086 13800138000', '13800138000', '+8613800138000'],
  ['+852 6123 4567', '85261234567', '+85261234567'],
  ['+1 500 555 0006', '15005550006', '+15005550006'],
])('the number %s is %s in China and %s in the world', (phone, chinese, world) => {
  expect([chineseNumber(phone), worldNumber(phone)]).toEqual([chinese, world])
})
