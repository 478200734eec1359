import { afterAll, beforeAll, expect, test } from 'vitest'
import { pileLabels } from '../../src/shared/endpoints/labels.ts'
import { makePile, makePileType, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const labels = (asked: object) => server.call(pileLabels, asked)

test('a pile’s label says where it stands, what it is and which guns it has', async () => {
  const [site, type] = [await makeSite(server.db), await makePileType(server.db)]
  const pile = await makePile(server.db, { site_id: site.id, pile_type_id: type.id, self_code: 'A-7', connectors: 2 })
  const { data } = await labels({ ids: [pile.id] })
  expect(data).toEqual({
    total: 1,
    rows: [
      {
        id: pile.id,
        station_number: pile.station_number,
        self_code: 'A-7',
        site: { id: site.id, title: site.name },
        pile_type: { id: type.id, title: type.name },
        connectors: [1, 2],
      },
    ],
  })
})

test('a pile that has reported no gun gets labels for those of its type', async () => {
  const type = await makePileType(server.db, { guns: 3 })
  const typed = await makePile(server.db, { pile_type_id: type.id, connectors: 0 })
  const plain = await makePile(server.db, { connectors: 0 })
  const { data } = await labels({ ids: [typed.id, plain.id] })
  expect(data.rows.map(({ connectors }) => connectors)).toEqual([[1, 2, 3], [1]])
})

test('labels of a whole site come page by page, by station number, without what is archived', async () => {
  const { id: site_id } = await makeSite(server.db)
  await server.pool.query(
    `insert into pile (station_number, site_id, archived_at)
     select 'CD-L-' || lpad(n::text, 4, '0'), $1, case when n = 3 then now() end from generate_series(1, 503) n`,
    [site_id],
  )
  const first = (await labels({ site_id })).data
  expect([first.total, first.rows.length, first.rows[0]?.station_number]).toEqual([502, 500, 'CD-L-0001'])
  expect(first.rows.map(({ station_number }) => station_number)).not.toContain('CD-L-0003')
  const second = (await labels({ site_id, page_num: 2 })).data
  expect(second.rows.map(({ station_number }) => station_number)).toEqual(['CD-L-0502', 'CD-L-0503'])
})

test('whose labels has to be said', async () => {
  expect((await labels({})).data).toMatchObject({ errors: { ids: expect.any(String) } })
  expect((await labels({ ids: [] })).code).toBe(422)
  expect((await labels({ site_id: 'x' })).code).toBe(422)
  expect((await labels({ site_id: 987_654 })).data).toEqual({ total: 0, rows: [] })
})
