import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type RootCertificate, rootCertificate } from '../../shared/entities/root-certificate.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { copyText } from '../kit/ui/copy-text.ts'
import { toast } from '../kit/ui/toast.ts'
import css from './certificates.module.css'
import { DeleteFromPiles } from './delete-from-piles.tsx'
import { useRootActions } from './use-root.ts'

const shown = (row: AnyRow) => row as unknown as RootCertificate

/** As it was given, to be read and taken along: its lines are its own. */
function Pem({ pem }: Pick<RootCertificate, 'pem'>) {
  const { t } = useTranslation('common')
  const words = useWords(rootCertificate)
  async function copy() {
    if (await copyText(pem)) toast(t('done.copied'), { tone: 'success' })
    else toast(t('list.not_copied'), { tone: 'error' })
  }
  return (
    <Card
      title={words.label('pem')}
      aside={
        <Button size="small" icon="copy" onClick={() => void copy()}>
          {t('action.copy')}
        </Button>
      }
    >
      <pre className={css.pem}>{pem}</pre>
    </Card>
  )
}

/** A root that piles are to believe, whole. */
export function RootPage({ id }: { id: number }) {
  const { actionsOf, root, close } = useRootActions()
  const hex = (figures: string) => <span className={css.hex}>{figures}</span>
  return (
    <>
      <EntityPage
        entity={rootCertificate}
        id={id}
        actions={(row) => actionsOf(shown(row))}
        tells={(field) => field !== 'pem'}
        cells={{
          serial: (row) => hex(shown(row).serial),
          fingerprint: (row) => hex(shown(row).fingerprint),
        }}
        panels={(row) => <Pem pem={shown(row).pem} />}
      />
      {root && (
        <Suspense fallback={null}>
          <DeleteFromPiles root={root} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
