import { describe, expect, test } from 'vitest'
import type { OpenTab } from '../../../src/client/app/shell/open-tabs.ts'
import { afterClosing, inLanguage, opened, withAffixed } from '../../../src/client/app/shell/tabs.ts'
import { initialsOf } from '../../../src/client/kit/i18n/initials.ts'
import { grants } from '../../../src/client/kit/session/session.ts'
import { pagesAround } from '../../../src/client/kit/ui/pager.tsx'
import { stationIn } from '../../../src/shared/domain/label-code.ts'

const tab = (path: string, given: Partial<OpenTab> = {}): OpenTab => ({
  path,
  url: path,
  title: path,
  language: 'en',
  ...given,
})
const tabs = [tab('/a'), tab('/b'), tab('/c')]

describe('tabs', () => {
  test('a page that is opened stands last', () => {
    expect(opened(tabs, tab('/d')).map(({ path }) => path)).toEqual(['/a', '/b', '/c', '/d'])
  })

  test('a page that is open keeps its place and takes its new address; a title that is not known yet does not wipe the old', () => {
    expect(opened(tabs, tab('/b', { url: '/b?page=2', title: '' }))[1]).toEqual({
      path: '/b',
      url: '/b?page=2',
      title: '/b',
      language: 'en',
    })
    expect(opened(tabs, tab('/b'))).toBe(tabs)
  })

  test('those of the menu are called in the language that shows, and a record keeps its name', () => {
    const menu: Record<string, string> = { '/a': '告警', '/b': '设备' }
    const now = inLanguage([tab('/a'), tab('/a/7', { title: 'CD-0007' }), tab('/b')], 'zh-CN', (path) => menu[path])
    expect(now.map(({ title }) => title)).toEqual(['告警', 'CD-0007', '设备'])
    expect(inLanguage(now, 'zh-CN', (path) => menu[path])).toBe(now)
  })

  test('those that are always open stand first, with what they show now', () => {
    const now = withAffixed([tab('/a'), tab('/home', { url: '/home?days=7' })], [tab('/home'), tab('/pinned')])
    expect(now.map(({ url, affix }) => [url, affix])).toEqual([
      ['/home?days=7', true],
      ['/pinned', true],
      ['/a', undefined],
    ])
    expect(withAffixed(now, [tab('/home'), tab('/pinned')])).toBe(now)
  })

  test.each([
    ['/b', '/b', '/c'],
    ['/c', '/c', '/b'],
    ['/a', '/b', undefined],
  ])('closing %s while %s shows leads to %s', (closed, current, next) => {
    expect(afterClosing(tabs, closed, current)?.path).toBe(next)
  })
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 65, [1, 2, 3, 4, 0, 65]],
  [30, 65, [1, 0, 29, 30, 31, 0, 65]],
  [65, 65, [1, 0, 62, 63, 64, 65]],
])('on page %d of %d the pager offers %o', (page, last, pages) => {
  expect(pagesAround(page, last)).toEqual(pages)
})

test.each([
  ['CD-310115-0007', 'CD-310115-0007'],
  ['  CD-310115-0007\n', 'CD-310115-0007'],
  ['https://charge.example.com/p/CD-310115-0007', 'CD-310115-0007'],
  ['https://charge.example.com/go?station_number=CD-1&x=2', 'CD-1'],
  ['wss://console.example.com/ocpp/CD%207', 'CD 7'],
])('the code %s is of the pile %s', (code, station) => {
  expect(stationIn(code)).toBe(station)
})

test.each([
  ['Anna Meier', 'AM'],
  ['admin', 'AD'],
  ['陈宇明', '宇明'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test.each([
  [['*'], 'site.create', true],
  [['site.list'], 'site.list', true],
  [['site.list'], 'site.create', false],
  [['site.list'], ['site.create', 'site.list'], true],
  [[], ['site.create'], false],
])('someone with %o and %o: %s', (permissions, wanted, granted) => {
  expect(grants(permissions, wanted)).toBe(granted)
})
