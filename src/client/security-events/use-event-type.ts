import { useTranslation } from 'react-i18next'

/** What the standard's word for an event means; a maker's own stays as it is. */
export function useEventType() {
  const { t } = useTranslation(['security_events', 'alarms'])
  return (type: string) => t([`security_events:types.${type}`, `alarms:codes.${type}`], { defaultValue: type })
}
