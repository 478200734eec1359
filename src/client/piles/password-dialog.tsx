import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { SecretDialog } from '../kit/ui/secret-dialog.tsx'
import { pileAddress } from './pile-address.ts'

interface Props {
  station: string
  password: string
  onClose: () => void
}

/** A pile's fresh password with all that is entered beside it. */
export function PasswordDialog({ station, password, onClose }: Props) {
  const { t } = useTranslation('piles')
  return (
    <SecretDialog title={t('password.title')} text={t('password.once')} secret={password} onClose={onClose}>
      <Facts>
        <Fact label={t('info.how.url')}>
          <code>{pileAddress(station)}</code>
        </Fact>
        <Fact label={t('info.how.identity')}>
          <code>{station}</code>
        </Fact>
      </Facts>
    </SecretDialog>
  )
}
