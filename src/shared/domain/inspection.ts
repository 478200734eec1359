/** What is asked of an item: that it is done, whether it is all right, a figure, or words. */
export const CHECK_KINDS = ['tick', 'judge', 'figure', 'text'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** One line of a check list. */
export interface CheckItem {
  words: string
  kind: CheckKind
  /** Of a figure: its unit, and within which bounds it is all right. */
  unit: string | null
  least: number | null
  most: number | null
  /** A photo is wanted. */
  photo: boolean
  /** A pile is not finished without an answer to it. */
  needed: boolean
  /** An alarm is raised where it is not all right. */
  alarm: boolean
}

/** A check list as it was when its round began. */
export interface AskedList {
  name: string
  items: CheckItem[]
}

export const MOST_ITEMS = 60
export const MOST_ANSWER = 500

export type CheckValue = boolean | number | string

/** What was said of an item last. `value` is null where an answer was taken back. */
export interface CheckAnswer {
  value: CheckValue | null
  note: string | null
  at: string
  by: string
}

/** By the item's place in the list, from 0. */
export type CheckAnswers = Readonly<Record<string, CheckAnswer>>

const isSaid = (answer: CheckAnswer | undefined) =>
  answer !== undefined && answer.value !== null && answer.value !== '' && answer.value !== false

/** An answer that something is not all right is an answer too. */
export const isAnswered = ({ kind }: CheckItem, answer: CheckAnswer | undefined): boolean =>
  kind === 'judge' ? typeof answer?.value === 'boolean' : isSaid(answer)

/** Said to be not all right, or a figure out of its bounds. */
export function isWrong({ kind, least, most }: CheckItem, answer: CheckAnswer | undefined): boolean {
  const value = answer?.value
  if (kind === 'judge') return value === false
  if (kind !== 'figure' || typeof value !== 'number') return false
  return (least !== null && value < least) || (most !== null && value > most)
}

/** Whether an answer to it can be that something is not all right. */
export const canBeWrong = (kind: CheckKind) => kind === 'judge' || kind === 'figure'

/** A value that an item can have. */
export function fitsKind({ kind }: CheckItem, value: CheckValue | null): boolean {
  if (value === null) return true
  if (kind === 'figure') return typeof value === 'number'
  return kind === 'text' ? typeof value === 'string' : typeof value === 'boolean'
}

/** The places of the items that must be answered and are not. */
export const missingIn = (items: readonly CheckItem[], answers: CheckAnswers): number[] =>
  items.flatMap((item, at) => (item.needed && !isAnswered(item, answers[at]) ? [at] : []))

/** The places of the items that are not all right. */
export const wrongIn = (items: readonly CheckItem[], answers: CheckAnswers): number[] =>
  items.flatMap((item, at) => (isWrong(item, answers[at]) ? [at] : []))

/** Of each item the later word holds, in whichever order they arrive. */
export function mergedAnswers(before: CheckAnswers, said: CheckAnswers): CheckAnswers {
  const newer = Object.entries(said).filter(([at, answer]) => (before[at]?.at ?? '') <= answer.at)
  return { ...before, ...Object.fromEntries(newer) }
}

export const INSPECTION_STATES = ['due', 'overdue', 'ok', 'not_ok', 'left'] as const
export type InspectionState = (typeof INSPECTION_STATES)[number]

/** Why a pile of a round was not reached. */
export const SKIP_REASONS = ['blocked', 'locked', 'unsafe', 'other'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

export const isInspected = (state: InspectionState) => state === 'ok' || state === 'not_ok'

export const PLAN_UNITS = ['day', 'week', 'month'] as const

export interface Turn {
  every: number
  unit: (typeof PLAN_UNITS)[number]
  /** YYYY-MM-DD */
  starts_on: string
}

const DAY_MS = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** So many months on: the 31st is the last of a shorter month, and the 31st again after it. */
function monthsOn(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

const dayAt = ({ every, unit, starts_on }: Turn, turn: number): string =>
  unit === 'month'
    ? monthsOn(starts_on, turn * every)
    : dayOf(utc(starts_on) + turn * every * (unit === 'week' ? 7 : 1) * DAY_MS)

/** How many turns there were by a day, counted from 0; below 0 before the first. */
function turnBy(plan: Turn, today: string): number {
  if (plan.unit !== 'month')
    return Math.floor((utc(today) - utc(plan.starts_on)) / (plan.every * (plan.unit === 'week' ? 7 : 1) * DAY_MS))
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const turn = Math.floor((months(today) - months(plan.starts_on)) / plan.every)
  return dayAt(plan, turn) > today ? turn - 1 : turn
}

/** The latest day of a plan up to today; null before the first. Days that nobody saw pass are one round, not many. */
export function roundDay(plan: Turn, today: string): string | null {
  const turn = turnBy(plan, today)
  return turn < 0 ? null : dayAt(plan, turn)
}

/** The next day after today on which a round begins. */
export const nextRoundDay = (plan: Turn, today: string): string => dayAt(plan, Math.max(0, turnBy(plan, today) + 1))
