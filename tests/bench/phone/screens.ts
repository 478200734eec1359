/** The list of alarms that wait for someone. */
export const ALARMS = '/monitor/alarm'
export const CARD = '#main article'
/** Where the password goes: drawn by a script that takes it. */
export const SIGN_IN = 'input[type="password"]'
/** A figure of the dashboard, which is where an administrator lands. */
export const FIGURE = '#main section h2 + p'
