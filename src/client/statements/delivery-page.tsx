import { useTranslation } from 'react-i18next'
import { sendStatement } from '../../shared/endpoints/statements.ts'
import { statementDelivery } from '../../shared/entities/statement-delivery.ts'
import { call } from '../kit/api/call.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'

/** To whom a month's statement goes; the last one can be sent at once. */
export function DeliveryPage({ id }: { id: number }) {
  const { t } = useTranslation('statements')
  return (
    <EntityPage
      entity={statementDelivery}
      id={id}
      actions={() => [
        {
          key: 'send',
          label: t('send'),
          icon: 'mail',
          permission: sendStatement.permission,
          onPress: () =>
            void doAndSay(() => call(sendStatement, { id }), { done: t('sent'), changes: [statementDelivery.name] }),
        },
      ]}
    />
  )
}
