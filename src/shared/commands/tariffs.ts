import { command } from './declare.ts'

/** Has a pile take the prices of its site, again as well; the server makes the tariff. */
export const setTariff = command('set_tariff', {
  about: 'pile',
  icon: 'refresh',
  connected: true,
  elsewhere: true,
  resolved: true,
})

/** A pile that was told nothing shows no price; it is given none by itself until a person sends one again. */
export const clearTariffs = command('clear_tariffs', {
  about: 'pile',
  icon: 'trash',
  confirm: true,
  danger: true,
  connected: true,
  elsewhere: true,
  resolved: true,
})
