/** Where piles reach this server: the console's own address, with the sockets' scheme. */
export const pileAddress = (station: string) =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ocpp/${encodeURIComponent(station)}`
