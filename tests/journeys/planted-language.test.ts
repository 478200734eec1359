import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshContext } from '../setup/browser.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { type Running, runProgram, temporaryFolder } from '../setup/process.ts'
import { watch } from './watch.ts'

/** A language is a folder under locales and nothing else: one is planted in a copy of the sources, which is then built and run. */

const TREE = ['src', 'locales', 'public', 'index.html', 'manifest.webmanifest', 'vite.config.ts', 'tsconfig.json']
const PLANTED = {
  language: { name: 'Esperanto', needs_javascript: 'Chargedeck bezonas JavaScript.' },
  sign_in: { title: 'Ensaluti', submit: 'Eniri', user_name: 'Uzantonomo' },
  menu: { pages: { piles: 'Ŝargiloj' } },
}

const tree = temporaryFolder()
const data = temporaryFolder()
let database: FreshDatabase
let server: Running
let url: string

function plant() {
  for (const part of TREE) cpSync(part, join(tree.path, part), { recursive: true })
  cpSync('package.json', join(tree.path, 'package.json'))
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree.path, 'node_modules'))
  mkdirSync(join(tree.path, 'locales/eo'))
  for (const [name, words] of Object.entries(PLANTED))
    writeFileSync(join(tree.path, `locales/eo/${name}.json`), JSON.stringify(words))
}

function build(): Promise<number | null> {
  const vite = join(process.cwd(), 'node_modules/vite/bin/vite.js')
  const { VITEST: _, ...env } = process.env
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: tree.path,
    env: { ...env, NODE_ENV: 'production' },
  })
  return new Promise((resolve) => child.on('close', resolve))
}

beforeAll(async () => {
  plant()
  expect(await build()).toBe(0)
  database = await freshDatabase(2)
  server = runProgram(join(tree.path, 'src/server/app/main.ts'), {
    ...{ PORT: '0', HOST: '127.0.0.1', CAPTCHA: 'off', ADMIN_PASSWORD: 'correct horse 1', LOG_LEVEL: 'error' },
    ...{ DATA_DIR: data.path, DATABASE_URL: database.url },
  })
  url = /http:\/\/[\w.]+:\d+/.exec(await server.says(/Ctrl-C stops it/))?.[0] ?? ''
}, 1_200_000)

afterAll(async () => {
  server?.child.kill()
  await server?.ended
  await database?.drop()
  for (const folder of [tree, data]) folder.remove()
})

test('a planted language is in the menu, on the screen, in what is kept and in what the server says', async () => {
  const context = await freshContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const window = watch(page)
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: 'Esperanto' }).click()
  await page.getByRole('heading', { name: 'Ensaluti' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('eo')

  // What it lacks is said in English, on the same screen.
  await page.getByLabel('Uzantonomo').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('correct horse 1')
  await page.getByRole('button', { name: 'Eniri' }).click()
  await page.getByRole('link', { name: 'Ŝargiloj' }).first().waitFor()
  await page.getByRole('link', { name: 'Orders' }).first().waitFor()

  // Of a part without any word of its own everything is.
  await page.goto(`${url}/usercenter`)
  await page.getByRole('heading', { name: 'User centre' }).waitFor()
  await page.getByRole('link', { name: 'Ŝargiloj' }).first().waitFor()
  for (const name of ['English', 'Esperanto']) {
    await page.getByRole('button', { name: 'Language' }).first().click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  const kept = async () => (await database.pool.query('select language from users')).rows
  await expect.poll(kept).toEqual([{ language: 'eo' }])
  const words = await context.request.get(`${url}/api/language/language`, { headers: { 'accept-language': 'eo-XX' } })
  const { data: said } = await words.json()
  expect([said.language, said.words.sign_in.title, said.words.sign_in.password]).toEqual(['eo', 'Ensaluti', 'Password'])
  expect(window.broken).toEqual([])
  await context.close()
})

test('the page that needs scripts asks for them in each language, and the database orders names its way', async () => {
  const page = await (await fetch(`${url}/login`, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('<p lang="eo">Chargedeck bezonas JavaScript.</p>')
  const { rows } = await database.pool.query("select collname from pg_collation where collname = 'names_eo'")
  expect(rows).toHaveLength(1)
})
