import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { layout } from './dashboard-layouts.ts'
import { identity } from './inputs.ts'
import { openedScreen, scannedScreen, screenSecret, screenState } from './screen-sign-in.ts'

/** May let screens for walls in, and sign them out. */
export const LET_IN = 'wall_display.let_in'

const code = { code: screenSecret }

/** What a screen on a wall sends as its token. It begins so that it is told from a person's at a glance. */
export const WALL_KEY = /^wall_[\w-]{43}$/
const key = z.string({ error: 'required' }).check(z.regex(WALL_KEY, { error: 'invalid' }))

/** A browser asks to be let in. */
export const openWall = endpoint({
  method: 'POST',
  path: '/pub/wall/open',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({}),
  data: openedScreen,
})

/** The screen asks how far it is. Once it is confirmed the first to ask gets its key, and the secret is spent. */
export const collectWall = endpoint({
  method: 'POST',
  path: '/pub/wall/collect',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ secret: screenSecret }),
  data: z.object({
    state: screenState,
    key: z.nullable(z.string()),
  }),
})

/** Why a screen shows no more; `unknown` where nobody can say. */
export const WALL_ENDINGS = ['signed_out', 'replaced', 'disabled', 'deleted', 'role', 'unknown'] as const
export type WallEnding = (typeof WALL_ENDINGS)[number]

const wallPage = z.object({
  id: z.string(),
  /** A role's layout bears its name; everybody's and single widgets have words of the console's. */
  of: z.enum(['everybody', 'role', 'widget']),
  title: z.nullable(z.string()),
  widgets: layout,
})
export type WallPage = z.output<typeof wallPage>

const shownWall = z.object({
  name: z.string(),
  seconds: z.int(),
  language: z.string(),
  theme: z.enum(['dark', 'light']),
  permissions: z.array(z.string()),
  pages: z.array(wallPage),
  /** Of the console: where it is another one, a newer console is there. */
  version: z.string(),
})
export type ShownWall = z.output<typeof shownWall>

/** What a screen is to show, or why it shows no more. */
export const showWall = endpoint({
  method: 'POST',
  path: '/pub/wall/show',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ key }),
  data: z.object({ wall: z.nullable(shownWall), ended: z.nullable(z.enum(WALL_ENDINGS)) }),
})

/** A person's telephone has scanned the screen: nobody else can let it in from now on. */
export const scanWall = endpoint({
  method: 'POST',
  path: '/system/wall/scan',
  permission: LET_IN,
  reaches: 'nothing',
  body: z.object(code),
  data: scannedScreen,
})

/** The screen shows this display from now on; one that showed it before does not any more. */
export const letWallIn = endpoint({
  method: 'POST',
  path: '/system/wall/let_wall_in',
  permission: LET_IN,
  reaches: 'nothing',
  body: z.object({ ...code, id: identity }),
  data: z.null(),
})

export const refuseWall = endpoint({
  method: 'POST',
  path: '/system/wall/refuse_wall',
  permission: LET_IN,
  reaches: 'nothing',
  body: z.object(code),
  data: z.null(),
})

/** Ends what a display's screen shows, and takes its key. */
export const signWallOut = endpoint({
  method: 'POST',
  path: '/system/wall/sign_wall_out',
  permission: LET_IN,
  reaches: 'nothing',
  body: z.object({ id: identity }),
  data: z.null(),
  changes: 'wall_display',
})
