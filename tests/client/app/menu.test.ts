import { describe, expect, test } from 'vitest'
import { menuGroups } from '../../../src/client/app/menu/menu-entries.ts'
import { activePathOf, homesOf, landingOf, routeAt, routesOf, tabPathOf } from '../../../src/client/app/menu/routes.ts'
import type { MenuNode } from '../../../src/shared/endpoints/shell.ts'

let made = 0
const unmarked = { affix: false, fullpage: false, active: null }
function node(given: Partial<MenuNode> & { name: string }, meta: Partial<MenuNode['meta']> = {}): MenuNode {
  made += 1
  const type = given.type ?? 'menu'
  return {
    id: made,
    parentId: 0,
    path: null,
    component: null,
    type,
    sort: 0,
    permission: null,
    url: null,
    apiList: [],
    children: [],
    ...given,
    meta: {
      ...{ title: given.name, titles: null, icon: null, type, hidden: false, hideBreadcrumb: false },
      ...unmarked,
      ...meta,
    },
  }
}

const menu = [
  node({ name: 'dashboard', path: '/dashboard', component: 'dashboard' }),
  node({
    name: 'assets',
    children: [
      node({
        name: 'sites',
        path: '/stationManagement/parkingLot',
        component: 'entity:site',
        children: [node({ name: 'site.create', type: 'button', path: '/never', component: 'entity:site' })],
      }),
      node({ name: 'map', type: 'iframe', path: '/i/map', url: 'https://maps.example.com/' }),
      node({ name: 'manual', type: 'link', url: 'https://docs.example.com/' }),
      node(
        { name: 'archive', path: '/stationManagement/parkingLot/archive', component: 'entity:card' },
        { hidden: true, active: '/stationManagement/parkingLot' },
      ),
    ],
  }),
  node({ name: 'nothing', children: [] }),
  node({ name: 'later', path: '/later', component: 'a-screen-of-a-newer-server' }),
]
const routes = routesOf(menu)

describe('routes from the menu', () => {
  test('are made of pages and frames, not of buttons, groups, links elsewhere or screens that this console lacks', () => {
    expect(routes.map(({ path }) => path)).toEqual([
      '/dashboard',
      '/stationManagement/parkingLot',
      '/i/map',
      '/stationManagement/parkingLot/archive',
    ])
  })

  test('say where the records of an entity live', () => {
    expect(homesOf(routes)).toMatchObject({ site: '/stationManagement/parkingLot' })
  })

  test.each([
    ['/stationManagement/parkingLot', '/stationManagement/parkingLot'],
    ['/stationManagement/parkingLot/12', '/stationManagement/parkingLot'],
    ['/stationManagement/parkingLot/archive/3', '/stationManagement/parkingLot/archive'],
    ['/stationManagement/parkingLots', undefined],
  ])('%s belongs to %s', (pathname, path) => {
    expect(routeAt(routes, pathname)?.path).toBe(path)
  })

  test('a hidden page marks the entry that it names', () => {
    expect(activePathOf(routeAt(routes, '/stationManagement/parkingLot/archive'))).toBe('/stationManagement/parkingLot')
  })
})

test.each([
  ['/sites', '/sites'],
  ['/sites/create', '/sites'],
  ['/sites/edit/4', '/sites'],
  ['/sites/4', '/sites/4'],
  ['/sites/4/edit', '/sites/4'],
])('%s is of the tab %s', (pathname, tab) => {
  expect(tabPathOf(pathname)).toBe(tab)
})

test('the navigation has headings over groups, links elsewhere, and nothing empty or hidden', () => {
  const seen = menuGroups(menu).map(({ heading, entries }) => [
    heading?.title ?? null,
    entries.map(({ title, to, href }) => [title, to ?? href]),
  ])
  expect(seen).toEqual([
    [null, [['dashboard', '/dashboard']]],
    [
      'assets',
      [
        ['sites', '/stationManagement/parkingLot'],
        ['map', '/i/map'],
        ['manual', 'https://docs.example.com/'],
      ],
    ],
  ])
})

describe('a person lands', () => {
  const routes = routesOf(menu)
  const withoutDashboard = routesOf(menu.slice(1))

  test.each([
    ['on their own page', routes, '/stationManagement/parkingLot', '/stationManagement/parkingLot'],
    ['on the dashboard when they chose none', routes, '', '/dashboard'],
    ['on the dashboard when their own page is not of their menu any more', routes, '/gone', '/dashboard'],
    ['on the first page of a menu without a dashboard', withoutDashboard, null, '/stationManagement/parkingLot'],
  ])('%s', (_, held, own, expected) => {
    expect(landingOf(held, own)).toBe(expected)
  })
})
