import { useTranslation } from 'react-i18next'
import { TOKEN_PATH } from '../../shared/endpoints/client-apps.ts'
import type { ClientApp } from '../../shared/entities/client-app.ts'
import { API_BASE } from '../kit/api/client.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { copyText } from '../kit/ui/copy-text.ts'
import { toast } from '../kit/ui/toast.ts'
import css from './apps.module.css'

/** The two calls that a program makes, ready to be tried in a terminal. */
const callsOf = ({ client_id }: Pick<ClientApp, 'client_id'>, base: string) =>
  `# 1. ${TOKEN_PATH}
curl -u '${client_id}:SECRET' -d grant_type=client_credentials \\
  ${base}${TOKEN_PATH}

# 2. /system/park-lot/index
curl -H 'Authorization: Bearer TOKEN' \\
  -H 'Content-Type: application/json' -d '{}' \\
  ${base}/system/park-lot/index`

export function HowToCall({ app }: { app: Pick<ClientApp, 'client_id'> }) {
  const { t } = useTranslation(['apps', 'common'])
  const calls = callsOf(app, location.origin + API_BASE)
  async function copy() {
    const copied = await copyText(calls)
    toast(t(copied ? 'common:done.copied' : 'common:list.not_copied'), { tone: copied ? 'success' : 'error' })
  }
  const aside = (
    <Button look="quiet" size="small" icon="copy" label={t('common:action.copy')} onClick={() => void copy()} />
  )
  return (
    <Card title={t('how.title')} aside={aside}>
      <p>
        {t('how.text')}{' '}
        <a className={css.link} href={`${API_BASE}/docs/`}>
          {t('how.docs')}
        </a>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={css.calls} tabIndex={0}>
        {calls}
      </pre>
    </Card>
  )
}
