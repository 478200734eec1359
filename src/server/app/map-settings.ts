import * as z from 'zod/mini'
import { oneOf } from './one-of-setting.ts'

/** Where maps have their pictures from. */
export const mapShape = {
  MAP_TILES: {
    takes: 'the address of map pictures with {z}, {x} and {y}, such as https://tile.example.com/{z}/{x}/{y}.png',
    schema: z.optional(z.url({ protocol: /^https?$/ }).check(z.regex(/^(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})[^\s;,'"]+$/))),
  },
  MAP_ATTRIBUTION: {
    takes: 'to whom those pictures belong, 1 to 200 characters',
    schema: z.optional(z.string().check(z.maxLength(200))),
  },
  MAP_DATUM: { takes: 'wgs84 or gcj02', schema: oneOf(['wgs84', 'gcj02'], 'wgs84') },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType }>

type Shape = typeof mapShape
type Values = { [N in keyof Shape]: z.output<Shape[N]['schema']> }

/** Null tiles: the console's own outlines. */
export interface MapSettings {
  tiles: string | null
  attribution: string | null
  datum: 'wgs84' | 'gcj02'
}

export const mapIn = ({ MAP_TILES, MAP_ATTRIBUTION, MAP_DATUM }: Values): MapSettings => ({
  tiles: MAP_TILES ?? null,
  attribution: MAP_ATTRIBUTION ?? null,
  datum: MAP_TILES ? MAP_DATUM : 'wgs84',
})
