import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { PileWriter } from '../../src/server/ocpp/pile-writer.ts'

/** A writer on a database that answers when a test lets it, and what happened in its order. */
function laid() {
  const happened: string[] = []
  const answers: ((error?: Error) => void)[] = []
  const written: unknown[] = []
  const query = ({ name, values }: { name: string; values: string[] }) =>
    new Promise((resolve, reject) => {
      happened.push(`asked ${name}`)
      answers.push((error) => {
        if (error) return reject(error)
        happened.push(`committed ${name}`)
        written.push(...JSON.parse(values[0] ?? '[]'))
        resolve({ rows: name === 'presence' ? [{ id: 5 }] : [] })
      })
    })
  const live = { changed: (entity: string, id: number) => void happened.push(`told ${entity} ${id}`) }
  const writer = new PileWriter({ query } as unknown as pg.Pool, live, { error: () => {} }, () => 0)
  const answer = async (error?: Error) => {
    await vi.waitFor(() => expect(answers).not.toEqual([]))
    answers.shift()?.(error)
  }
  return { writer, happened, answer, written }
}

const gone = (pile_id: number, at: number) => ({
  pile_id,
  at,
  epoch: 1,
  online: false,
  protocol: null,
  state: 'offline' as const,
})
const away = Object.assign(new Error('the database is away'), { code: '57P01' })

test('browsers are told of what a pile reported after it is committed', async () => {
  const { writer, happened, answer } = laid()
  writer.patch(7).state = 'charging'
  const written = writer.written()
  await answer()
  await written
  expect(happened).toEqual(['asked pile-patches', 'committed pile-patches', 'told pile 7'])
})

test('and of one that went after that is', async () => {
  const { writer, happened, answer } = laid()
  writer.presence(gone(7, 1000))
  const written = writer.written()
  await answer()
  await written
  expect(happened).toEqual(['asked presence', 'committed presence', 'told offline_record 5', 'told pile 7'])
})

test('who came and went while the database was away is written when it is back, in its order', async () => {
  const { writer, happened, answer, written } = laid()
  writer.presence(gone(7, 1000))
  const failed = writer.written()
  await answer(away)
  await expect(failed).rejects.toThrow('away')
  expect(happened.filter((each) => each.startsWith('told'))).toEqual([])
  writer.presence(gone(8, 2000))
  const done = writer.written()
  await answer()
  await done
  expect(written).toEqual([gone(7, 1000), gone(8, 2000)])
  expect(happened.filter((each) => each.startsWith('told pile'))).toEqual(['told pile 7', 'told pile 8'])
})

test('what a pile reported goes with what came meanwhile, and the newer of both counts', async () => {
  const { writer, answer, written } = laid()
  Object.assign(writer.patch(7), { state: 'charging', power_w: 1000 })
  const failed = writer.written()
  await answer(away)
  await expect(failed).rejects.toThrow('away')
  writer.patch(7).power_w = 2000
  const done = writer.written()
  await answer()
  await done
  expect(written).toMatchObject([{ id: 7, state: 'charging', power_w: 2000 }])
})
