import { expect } from 'vitest'
import { collectWall, letWallIn, openWall, scanWall } from '../../src/shared/endpoints/wall.ts'
import { next } from '../make.ts'
import type { SignedIn, TestServer } from './server.ts'

type Who = Pick<SignedIn, 'token'>

interface Draft {
  as?: Who
  [field: string]: unknown
}

/** A display that shows everybody's dashboard, as someone makes it in the list. */
export async function makeWall(server: TestServer, role_id: number, { as, ...more }: Draft = {}) {
  const body = { name: `Wall ${next()}`, role_id, seconds: 30, language: 'en', ...more }
  const { code, data, message } = await server.call('/system/wall/create', body, { as: as ?? server.administrator })
  expect(code, message).toBe(200)
  return data as { id: number; name: string }
}

/** The key of a screen that someone let in to show this display. */
export async function letIn(server: TestServer, id: number, as: Who = server.administrator): Promise<string> {
  const { code, secret } = (await server.call(openWall, {}, { as: null })).data
  expect((await server.call(scanWall, { code }, { as })).code).toBe(200)
  const answer = await server.call(letWallIn, { code, id }, { as })
  expect(answer.code, answer.message).toBe(200)
  const { key } = (await server.call(collectWall, { secret }, { as: null })).data
  expect(key).not.toBeNull()
  return key as string
}
