import { useTranslation } from 'react-i18next'
import { type Certificate, certificate } from '../../../shared/entities/certificate.ts'
import { permissionOf } from '../../../shared/kit/entity.ts'
import { StatusPill } from '../../kit/fields/status-pill.tsx'
import { useRecords } from '../../kit/fields/use-records.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useMay } from '../../kit/session/can.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Fact, Facts } from '../../kit/ui/facts.tsx'
import { PileSecurity } from './pile-security.tsx'

/** The newest are enough: what is older is in the list of all. */
const NEWEST = 5

function Newest({ pileId }: { pileId: number }) {
  const { t } = useTranslation('pile_facts')
  const format = useFormat()
  const asked = { pile_id: [pileId], prop: 'valid_to', order: 'desc', page_num: 1, page_size: NEWEST } as const
  const { data } = useRecords(certificate, asked as never)
  if (!data || data.rows.length === 0) return null
  return (
    <Card title={t('info.certificates')}>
      <Facts>
        {(data.rows as unknown as Certificate[]).map(({ id, state, valid_to, key_kind }) => (
          <Fact key={id} label={t('info.certificate_until', { at: format.moment(valid_to) })}>
            <StatusPill entity={certificate} name="state" value={state} /> {key_kind}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}

/** How a pile proves who it is: by which profile it comes, what it believes, and what was signed for it. */
export function PileCertificates({ pileId, commands }: { pileId: number; commands: readonly string[] }) {
  const may = useMay()
  if (!may(permissionOf(certificate, 'list'))) return null
  return (
    <>
      <PileSecurity pileId={pileId} commands={commands} />
      <Newest pileId={pileId} />
    </>
  )
}
