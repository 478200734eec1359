/** What a monitor watches for: a value above or below a limit, a change by so much, or the value itself every so many seconds. */
export const WATCHES = ['upper', 'lower', 'delta', 'periodic', 'clock_aligned'] as const
export type Watch = (typeof WATCHES)[number]

/** Which monitors of its own a pile works with: all that it knows, those of its maker, those that nobody can take out. */
export const MONITOR_BASES = ['all', 'factory', 'hard_wired'] as const

/** A monitor, by the part and what of it is watched. */
export interface Monitor {
  component: string
  component_instance: string | null
  evse: number | null
  connector: number | null
  variable: string
  variable_instance: string | null
  watch: Watch
  value: number
  /** 0 is danger, 9 the least. */
  level: number
  /** Only while a session runs there. */
  in_session: boolean
}

/** As its pile told it, with the number that it gave it. */
export interface ToldMonitor extends Monitor {
  number: number
}
