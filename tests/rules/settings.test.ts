import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keptSecrets } from '../../src/server/app/secrets.ts'
import { BadSetting, readSettings } from '../../src/server/app/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'chargedeck-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const read = (environment: Record<string, string>) => readSettings({ DATA_DIR: join(folder, 'data'), ...environment })

test('nothing set is a server on port 8080 for everybody, with its own database', () => {
  expect(read({})).toMatchObject({
    ...{ port: 8080, host: '0.0.0.0', databaseUrl: undefined, publicUrl: undefined, tls: undefined },
    trustedProxies: [],
    ...{ captcha: true, ocppAuth: 'required', logLevel: 'info', dataDir: join(folder, 'data') },
  })
})

test('proxies are named by addresses and networks', () => {
  expect(read({ TRUSTED_PROXIES: ' 127.0.0.1, 10.0.0.0/24,::1 ' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/24',
    '::1',
  ])
})

test('piles fetch files where people open the console, unless it is set by itself', () => {
  const PUBLIC_URL = 'https://console.example.com/'
  expect(read({}).pileUrl).toBeUndefined()
  expect(read({ PUBLIC_URL }).pileUrl).toBe('https://console.example.com')
  expect(read({ PUBLIC_URL, PILE_URL: 'http://10.0.0.5:8080/' }).pileUrl).toBe('http://10.0.0.5:8080')
})

test('an empty variable is one that is not set', () => {
  expect(read({ PORT: '', TLS_CERT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, tls: undefined })
})

test('the data folder is made, with those above it', () => {
  const deep = join(folder, 'a/b/c')
  read({ DATA_DIR: deep })
  expect(statSync(deep).isDirectory()).toBe(true)
})

test.each([
  ['PORT', 'eighty', /^PORT is "eighty"; it takes a port from 1 to 65535/],
  ['PORT', '65536', /^PORT is "65536"; it takes a port/],
  ['HOST', 'a b', /^HOST is "a b"; it takes an address of this machine/],
  ['DATA_DIR', '/dev/null/x', /^DATA_DIR is "\/dev\/null\/x" \(\w+\); it takes a folder/],
  ['PUBLIC_URL', 'console.example.com', /^PUBLIC_URL is "console.example.com"; it takes the address people open/],
  ['METRICS_FROM', '10.0.0.5, lan', /^METRICS_FROM is "10.0.0.5, lan" \(.+\); it takes addresses or networks/],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/8, lan',
    /^TRUSTED_PROXIES is "10.0.0.0\/8, lan" \(.+\); it takes the proxies in front/,
  ],
  ['TRUSTED_PROXIES', '0.0.0.0/0', /^TRUSTED_PROXIES is "0.0.0.0\/0"/],
  ['ADDRESS_CONNECTIONS', '9', /^ADDRESS_CONNECTIONS is "9"; it takes connections that one address may hold/],
  ['CAPTCHA', 'yes', /^CAPTCHA is "yes"; it takes on or off/],
  ['OCPP_AUTH', 'none', /^OCPP_AUTH is "none"; it takes required or optional/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL is "loud"; it takes fatal, error, warn/],
  ['TLS_CERT', '/nowhere.pem', /^TLS_CERT is "\/nowhere.pem" \(ENOENT\); it takes the path of a certificate/],
])('%s=%s ends the start with a line that says so', (name, value, line) => {
  const refusal = refusalOf({ [name]: value })
  expect(refusal).toMatch(line)
  expect(refusal).not.toContain('\n')
})

test.each([
  ['DATABASE_URL', 'mysql://u:hunter22@host/x'],
  ['DATABASE_READ_URL', 'mysql://u:hunter22@host/x'],
  ['ADMIN_PASSWORD', 'hunter2'],
  ['NATS_URL', 'http://u:hunter22@host'],
  ['NATS_URL', 'nats://u:hunter22@host:port'],
  ['NATS_URL', 'nats://u:hunter22@host:4222,'],
  ['NATS_URL', 'nats://u:hunter%@host:4222'],
  ['NATS_URL', 'nats://one,nats://u:hunter%zz@host'],
])('what is secret in %s is not repeated', (name, value) => {
  expect(refusalOf({ [name]: value })).toMatch(new RegExp(`^${name} is ${value.length} characters that are not shown`))
})

test('servers of NATS are named beside the database that nodes share', () => {
  const DATABASE_URL = 'postgres://u:p@host/x'
  const nats = (NATS_URL: string) => read({ NATS_URL, DATABASE_URL }).nats
  expect(read({ DATABASE_URL }).nats).toBe(null)
  expect(nats('nats://one, nats://10.0.0.2:80,nats://[::1]:4223')).toEqual({
    ...{ servers: ['one:4222', '10.0.0.2:80', '[::1]:4223'], tls: false },
  })
  expect(nats('tls://nodes:p%40ss@one')).toEqual({ servers: ['one:4222'], tls: true, user: 'nodes', password: 'p@ss' })
  expect(nats('nats://nodes:tls:@one')).toMatchObject({ tls: false, password: 'tls:' })
  expect(nats('nats://one,tls://two')?.tls).toBe(true)
  expect(nats('nats://t0ken@one')).toEqual({ servers: ['one:4222'], tls: false, token: 't0ken' })
  expect(refusalOf({ NATS_URL: 'nats://u:hunter22@host' })).toMatch(
    /^NATS_URL is 22 characters that are not shown \(DATABASE_URL is not set\); it takes servers of NATS/,
  )
})

test('a standby is named beside its primary', () => {
  const DATABASE_URL = 'postgres://u:p@host/x'
  const DATABASE_READ_URL = 'postgres://u:hunter22@other/x'
  expect(read({ DATABASE_URL }).reads).toBe(null)
  expect(read({ DATABASE_URL, DATABASE_READ_URL }).reads).toEqual({ url: DATABASE_READ_URL, mostLagS: 10 })
  expect(read({ DATABASE_URL, DATABASE_READ_URL, DATABASE_READ_LAG_S: '3' }).reads?.mostLagS).toBe(3)
  expect(refusalOf({ DATABASE_URL, DATABASE_READ_URL, DATABASE_READ_LAG_S: '1' })).toMatch(/2 to 300/)
  expect(refusalOf({ DATABASE_READ_URL })).toMatch(
    /^DATABASE_READ_URL is 29 characters that are not shown \(DATABASE_URL is not set\)/,
  )
})

test('a bucket is named whole or not at all, and its secret is not repeated', () => {
  const bucket = { FILES_S3_ENDPOINT: 'https://s3.example.com', FILES_S3_BUCKET: 'files', FILES_S3_KEY: 'AKIA' }
  expect(read({}).files).toEqual({ folder: join(folder, 'data/files'), s3: null })
  expect(refusalOf(bucket)).toMatch(/^FILES_S3_SECRET is "" \(the others of FILES_S3 are set\); it takes/)
  expect(refusalOf({ ...bucket, FILES_S3_SECRET: 'two words' })).toMatch(
    /^FILES_S3_SECRET is 9 characters that are not/,
  )
  expect(read({ ...bucket, FILES_S3_SECRET: 'secret' }).files.s3).toEqual({
    ...{ endpoint: 'https://s3.example.com', bucket: 'files', region: 'us-east-1', key: 'AKIA', secret: 'secret' },
  })
})

test('a service that sends messages is named whole or not at all, and its secrets are not repeated', () => {
  expect(read({}).senders).toEqual({ sms: null, mail: null, wechat: null })
  const sms = { SMS_SERVICE: 'aliyun', SMS_KEY: 'LTAI', SMS_SECRET: 'shh', SMS_SENDER: '充电 测试' }
  expect(refusalOf({ ...sms, SMS_SECRET: '' })).toMatch(/^SMS_SECRET is "" \(SMS_SERVICE is set\); it takes the access/)
  expect(refusalOf(sms)).toMatch(/^SMS_TEMPLATES is "" \(SMS_SERVICE is set\)/)
  expect(refusalOf({ ...sms, SMS_SECRET: 'two words' })).toMatch(/^SMS_SECRET is 9 characters that are not/)
  expect(refusalOf({ SMTP_URL: 'smtp://u:hunter22@mail.example.com' })).toMatch(/^MAIL_FROM is "" \(SMTP_URL is set\)/)
  expect(refusalOf({ SMTP_URL: 'imap://u:hunter22@x', MAIL_FROM: 'a@example.com' })).not.toContain('hunter22')
  expect(refusalOf({ WECHAT_CORP_ID: 'ww1', WECHAT_SECRET: 's' })).toMatch(/^WECHAT_AGENT is ""/)
  const mail = { SMTP_URL: 'smtps://u:p@mail.example.com:465', MAIL_FROM: 'Chargedeck <console@example.com>' }
  const wechat = { WECHAT_CORP_ID: 'ww1', WECHAT_SECRET: 's', WECHAT_AGENT: '1000002' }
  expect(read({ ...sms, ...mail, ...wechat, SMS_TEMPLATES: 'todos=SMS_1,*=SMS_2' }).senders).toEqual({
    sms: {
      ...{ service: 'aliyun', key: 'LTAI', secret: 'shh', sender: '充电 测试' },
      ...{ templates: { todos: 'SMS_1', '*': 'SMS_2' }, url: 'https://dysmsapi.aliyuncs.com' },
    },
    mail: { url: mail.SMTP_URL, from: mail.MAIL_FROM },
    wechat: { corp: 'ww1', secret: 's', agent: 1_000_002, url: 'https://qyapi.weixin.qq.com' },
  })
  expect(read({ ...sms, SMS_SERVICE: 'twilio' }).senders.sms).toMatchObject({ url: 'https://api.twilio.com' })
})

test('a certificate without its key is refused by the name of the key', () => {
  const cert = file('cert.pem', '-----BEGIN CERTIFICATE-----\n')
  expect(refusalOf({ TLS_CERT: cert })).toMatch(/^TLS_KEY is ""; it takes .* with TLS_CERT beside it/)
  expect(refusalOf({ TLS_CERT: cert, TLS_KEY: file('text', 'hello') })).toMatch(/^TLS_KEY .* \(holds no PEM\)/)
})

test('secrets are made once, differ, and only their owner reads them', () => {
  const { dataDir } = read({})
  const first = keptSecrets(dataDir)
  expect(first.tokenKey).toHaveLength(32)
  expect(first.tokenKey).not.toEqual(first.captchaKey)
  expect(keptSecrets(dataDir)).toEqual(first)
  expect(statSync(join(dataDir, 'token.key')).mode & 0o077).toBe(0)
  expect(existsSync(join(dataDir, 'captcha.key'))).toBe(true)
})

test.each(['token', 'captcha', 'factor', 'push'])(
  'no server starts with a part of %s.key, which could be guessed',
  (name) => {
    const { dataDir } = read({})
    keptSecrets(dataDir)
    const path = join(dataDir, `${name}.key`)
    const whole = readFileSync(path, 'utf8')
    for (const broken of [
      '',
      whole.slice(0, 4),
      whole.slice(0, -1),
      `${whole}${whole}`,
      `${whole.slice(0, 20)}\n*${whole.slice(20)}`,
    ]) {
      writeFileSync(path, broken)
      expect(() => keptSecrets(dataDir), JSON.stringify(broken)).toThrow(`${path} holds no whole key`)
    }
    // As a Secret that was typed into an editor has it.
    writeFileSync(path, `${whole}\n`)
    expect(keptSecrets(dataDir)).toBeTruthy()
  },
)

function refusalOf(environment: Record<string, string>): string {
  try {
    read(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(BadSetting)
    return (error as Error).message
  }
  throw new Error('it was taken')
}

test('a port for certificates needs a certificate of its own or of the console, and an authority whose key fits', () => {
  expect(read({}).pileTls).toBeUndefined()
  expect(refusalOf({ OCPP_TLS_PORT: '8443' })).toMatch(/^OCPP_TLS_PORT is "8443" \(there is no certificate for it\)/)
  expect(refusalOf({ OCPP_TLS_PORT: '8443', OCPP_TLS_CERT: '/nowhere.pem' })).toMatch(/^OCPP_TLS_CERT is .+ENOENT/)
  expect(refusalOf({ OCPP_TLS_OPERATOR: 'a "quoted" one' })).toMatch(/^OCPP_TLS_OPERATOR is/)
  expect(refusalOf({ OCPP_TLS_DAYS: '0' })).toMatch(/^OCPP_TLS_DAYS is "0"; it takes days/)
})
