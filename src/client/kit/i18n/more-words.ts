/** Where the words of every screen but the first are: a list that those do without. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../locales/*/*.json',
    '!**/{language,common,errors,shell,sign_in,menu,entities,offline,alarms,alarm_cases,views,dashboard,figures,tasks}.json',
  ],
  { import: 'default' },
)
