/** Where piles reach this server: the console's own address, with the sockets' scheme. */
export const pileAddress = (station: string) =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ocpp/${encodeURIComponent(station)}`

/** The console was opened on the server's own machine: no pile finds it under that name. */
export const isLoopback = /^(localhost|127\.|\[::1\])/.test(location.hostname)
