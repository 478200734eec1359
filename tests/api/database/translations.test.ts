import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCollations, namesIn } from '../../../src/server/kit/database/collations.ts'
import { LANGUAGES } from '../../../src/shared/kit/languages.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

/** What migration 0106 makes of texts that stood in two columns, and what the server makes of the order of names. */

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(2)
})
afterAll(() => database.drop())

/** As it was before. */
const BEFORE = `
  alter table dictionary_item add column label_en text, add column label_zh text;
  update dictionary_item set label_en = labels ->> 'en', label_zh = labels ->> 'zh-CN';
  alter table dictionary_item drop constraint dictionary_item_labels, drop constraint dictionary_item_own_labels, drop column labels,
    add constraint dictionary_item_own_labels check (not own or (label_en is not null and label_zh is not null));
  alter table menu drop column titles, add column title_en text, add column title_zh text;
  alter table system_setting drop column agreement, add column agreement_en text, add column agreement_zh text;
  drop function is_translations;
  alter collation names_en rename to names;
  alter collation names_zh_cn rename to names_zh;
  alter index merchant_name_en rename to merchant_name;
  alter index merchant_name_zh_cn rename to merchant_name_zh;
  alter index file_name_en rename to file_name;
  alter index file_name_zh_cn rename to file_name_zh;
  insert into menu (name, type, title_en, title_zh) values
    ('both', 'menu', 'Ours', '我们的'), ('one', 'menu', '', '仅中文'), ('none', 'menu', null, null);
  insert into dictionary_item (dictionary, value, label_zh) values ('site.status', 'enabled', '在用');
  update system_setting set agreement_en = '<p>Be kind</p>';`

test('each text keeps what was said in either language', async () => {
  const { pool } = database
  await pool.query(BEFORE)
  await pool.query(readFileSync('src/server/migrations/0106-translations.sql', 'utf8'))
  const rows = async (query: string) => (await pool.query(query)).rows
  expect(await rows("select name, titles from menu where name in ('both', 'one', 'none') order by id")).toEqual([
    { name: 'both', titles: { en: 'Ours', 'zh-CN': '我们的' } },
    { name: 'one', titles: { 'zh-CN': '仅中文' } },
    { name: 'none', titles: null },
  ])
  expect(
    await rows("select labels from dictionary_item where value in ('enabled', 'goodwill') order by value"),
  ).toEqual([{ labels: { 'zh-CN': '在用' } }, { labels: { en: 'Goodwill.', 'zh-CN': '客户关怀。' } }])
  expect(await rows('select agreement from system_setting')).toEqual([{ agreement: { en: '<p>Be kind</p>' } }])
})

test.each([
  ["update dictionary_item set labels = '{}' where own", 'dictionary_item_own_labels'],
  ['update dictionary_item set labels = \'{"en": 1}\'', 'dictionary_item_labels'],
  ["update menu set titles = '[]'", 'menu_titles_check'],
])('%s is not kept', async (statement, constraint) => {
  await expect(database.pool.query(statement)).rejects.toMatchObject({ constraint })
})

test('every language orders names its own way, and has the index that the fallback’s names have', async () => {
  const { db, pool } = database
  await pool.query('create index planted_en on dept (name collate names_en, id)')
  await Promise.all([makeCollations(db), makeCollations(db)])
  const collations = await pool.query("select collname from pg_collation where collname like 'names\\_%'")
  expect(collations.rows.map(({ collname }) => collname).sort()).toEqual(LANGUAGES.map(namesIn).sort())
  const made = await pool.query(`select indexdef from pg_indexes where indexname like 'planted\\_%'`)
  expect(made.rows.map(({ indexdef }) => /COLLATE (\w+)/.exec(indexdef)?.[1]).sort()).toEqual(
    LANGUAGES.map(namesIn).sort(),
  )
  const ordered = async (language: string) => {
    const { rows } = await pool.query(`select name from (values ('B10'), ('b9'), ('中'), ('阿')) n (name)
      order by name collate ${namesIn(language)}`)
    return rows.map(({ name }) => name).join(' ')
  }
  expect(await ordered('en')).toBe('b9 B10 中 阿')
  expect(await ordered('zh-CN')).toMatch(/^阿 中|阿 中$/)
  expect(namesIn('xx')).toBe(namesIn('en'))
})
