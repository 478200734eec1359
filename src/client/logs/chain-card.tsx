import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { acknowledgeChain, type ChainProblem, chainState, checkChainNow } from '../../shared/endpoints/audit-chain.ts'
import { useCall, useSend } from '../kit/api/queries.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { RemarkDialog } from '../kit/ui/remark-dialog.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './logs.module.css'

interface Found {
  whole: boolean
  since: string | null
  entries: number
  position: number
  hash: string
  problem: ChainProblem | null
  at: string
}

const sealIn = (written: string) => {
  const [, position, hash] = /^\s*(\d{1,15})\s*:\s*([0-9a-f]{64})\s*$/i.exec(written) ?? []
  return position && hash ? { position: Number(position), hash: hash.toLowerCase() } : null
}

/** What the last check of the log found: in words, with its last seal to be noted elsewhere. */
function Verdict({ found }: { found: Found | null }) {
  const { t } = useTranslation('logs')
  const format = useFormat()
  if (!found) return <p>{t('chain.never')}</p>
  const { whole, since, entries, position, hash, problem, at } = found
  const figures = { entry: problem?.entry_id ?? '', position: problem?.position ?? '' }
  return (
    <>
      <p>
        <Pill tone={whole ? 'available' : 'faulted'}>{t(whole ? 'chain.whole' : 'chain.broken')}</Pill>{' '}
        {problem
          ? t(`chain.why.${problem.why}`, figures)
          : t('chain.whole_since', { since: since ? format.moment(since) : '–', entries })}
      </p>
      <small>{t('chain.checked', { at: format.moment(at) })}</small>
      {position > 0 && (
        <Labelled label={t('chain.last')}>{() => <code className={css.seal}>{`${position}:${hash}`}</code>}</Labelled>
      )}
    </>
  )
}

interface AcknowledgeProps {
  problem: ChainProblem
  onClose: () => void
}

/** Asks for the reason why a break is let be. */
function Acknowledge({ problem, onClose }: AcknowledgeProps) {
  const { t } = useTranslation('logs')
  const deciding = useDecision(acknowledgeChain, {
    ...{ changes: ['audit_check', 'audit_entry'], done: t('chain.acknowledging.done') },
    onDone: onClose,
  })
  const figures = { entry: problem.entry_id ?? '', position: problem.position ?? '' }
  const { why, position, entry_id } = problem
  return (
    <RemarkDialog
      title={t('chain.acknowledging.title')}
      action={t('chain.acknowledging.acknowledge')}
      label={t('chain.acknowledging.reason')}
      required
      deciding={deciding}
      onSend={(remark, missing) => why !== 'noted' && deciding.send({ why, position, entry_id, remark }, missing)}
      onClose={onClose}
    >
      <p>{t(`chain.why.${why}`, figures)}</p>
      <p>{t('chain.acknowledging.text')}</p>
    </RemarkDialog>
  )
}

/** Whether the log of changes is whole, and checking it; for who may. */
export function ChainCard() {
  const { t } = useTranslation('logs')
  const may = useMay()
  const allowed = may(checkChainNow.permission)
  const query = useCall(chainState, {}, { entities: ['audit_check'], enabled: allowed })
  const checking = useSend(checkChainNow, ['audit_check'])
  const [noted, setNoted] = useState('')
  const [acknowledged, setAcknowledged] = useState<ChainProblem | null>(null)
  const seal = sealIn(noted)
  const wrong = noted.trim() !== '' && !seal
  if (!allowed) return null
  return (
    <Card title={t('chain.title')}>
      <Loaded query={query} skeleton={<Skeleton height={64} />}>
        {({ last }) => (
          <>
            <Verdict found={last} />
            {last?.problem && last.problem.why !== 'noted' && may('*') && (
              <p>
                <Button onClick={() => setAcknowledged(last.problem)}>{t('chain.acknowledging.acknowledge')}</Button>
              </p>
            )}
            {acknowledged && (
              <Suspense fallback={null}>
                <Acknowledge problem={acknowledged} onClose={() => setAcknowledged(null)} />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
      <form
        className={css.check}
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong) checking.mutate({ noted: seal })
        }}
      >
        <Labelled
          label={t('chain.noted')}
          hint={t('chain.noted_hint')}
          error={wrong ? t('chain.noted_wrong') : checking.error?.message}
        >
          {(control) => <Input {...control} value={noted} onChange={(event) => setNoted(event.target.value)} />}
        </Labelled>
        <Button type="submit" icon="check" busy={checking.isPending}>
          {t('chain.check')}
        </Button>
      </form>
    </Card>
  )
}
