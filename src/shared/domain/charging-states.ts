/** In these a session runs at the connector, whether energy flows just now or not (OCPP 1.6, 7.7). */
export const CHARGING_STATES: readonly string[] = ['Charging', 'SuspendedEV', 'SuspendedEVSE']
