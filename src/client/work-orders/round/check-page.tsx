import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { isInspected, isWrong, MOST_ANSWER, missingIn } from '../../../shared/domain/inspection.ts'
import { DOES_WORK } from '../../../shared/domain/work-order.ts'
import { addInspectionPhoto, removeInspectionPhoto } from '../../../shared/endpoints/inspections.ts'
import type { Round, RoundPile } from '../../../shared/endpoints/work-orders.ts'
import { inspection } from '../../../shared/entities/inspection.ts'
import { StatusPill } from '../../kit/fields/status-pill.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useMay } from '../../kit/session/can.tsx'
import type { Action } from '../../kit/ui/actions.tsx'
import { BottomActions } from '../../kit/ui/bottom-actions.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { TextArea } from '../../kit/ui/input.tsx'
import { Page } from '../../kit/ui/page.tsx'
import { fits } from '../../kit/ui/room.tsx'
import { toast } from '../../kit/ui/toast.ts'
import { useWide } from '../../kit/ui/use-wide.ts'
import { PhotosCard } from '../../offline/photos/photos-card.tsx'
import { MakeWorkOrder } from '../create-work-order.tsx'
import { CheckAnswerInput } from './check-item.tsx'
import css from './round.module.css'
import { Progress } from './round-card.tsx'
import { SkipDialog } from './skip-dialog.tsx'
import { SkippedCard } from './skipped-card.tsx'
import { useAnswering } from './use-answering.ts'

interface ItemProps {
  row: RoundPile
  items: Round['items']
  at: number
  answering: ReturnType<typeof useAnswering>
  may: boolean
  /** Makes a work order of what is not all right. */
  onOrder: (order: { work: string; at: number }) => void
}

function ItemPhotos({ row, at, may }: Pick<ItemProps, 'row' | 'at' | 'may'>) {
  const target = {
    subject: `inspection_photo:${row.id}:${at}`,
    label: row.pile.title,
    endpoint: addInspectionPhoto,
    names: { id: row.id, item: at },
  }
  const photos = row.photos.filter(({ item }) => item === at)
  return <PhotosCard {...{ photos, target, may }} remove={removeInspectionPhoto} bare />
}

/** One item: its answer, and what there is to say where it is not all right. */
function Item({ row, items, at, answering, may, onOrder }: ItemProps) {
  const { t } = useTranslation('inspections')
  const item = items[at]
  if (!item) return null
  const answer = row.answers[at]
  const wrong = isWrong(item, answer)
  const note = answering.typed[at]?.note ?? answer?.note ?? ''
  return (
    <li id={`item-${at}`}>
      <Card className={css.item ?? ''}>
        <div className="row between">
          <b className={css.words}>
            {item.words}
            {item.needed && <span aria-hidden="true"> *</span>}
          </b>
          {wrong && item.kind === 'figure' && <small className={css.wrong}>{t('out_of_bounds')}</small>}
        </div>
        <CheckAnswerInput
          item={item}
          answer={answer}
          typed={answering.typed[at]?.value}
          disabled={!may}
          onSay={(value) => answering.tap(at, value)}
          onType={(value) => answering.type(at, { value })}
          onTyped={() => answering.leave(at)}
        />
        {(wrong || note) && (
          <div className={css.trouble}>
            <TextArea
              aria-label={t('note')}
              placeholder={t('note')}
              rows={2}
              maxLength={MOST_ANSWER}
              disabled={!may}
              value={note}
              onChange={(event) => answering.type(at, { note: event.target.value })}
              onBlur={() => answering.leave(at)}
            />
            {wrong && may && (
              <Button
                icon="wrench"
                onClick={() => onOrder({ work: [item.words, note.trim()].filter(Boolean).join(': '), at })}
              >
                {t('make_order')}
              </Button>
            )}
          </div>
        )}
        {(item.photo || wrong) && <ItemPhotos {...{ row, at, may }} />}
      </Card>
    </li>
  )
}

interface Props {
  round: Round
  row: RoundPile
  /** Where a phone goes back to that was opened here. */
  back: string
}

/** The first pile after this one that nobody inspected or skipped, from the top again at the end. */
function nextOf(piles: readonly RoundPile[], id: number): RoundPile | undefined {
  const at = piles.findIndex((pile) => pile.id === id)
  return [...piles.slice(at + 1), ...piles.slice(0, at)].find(({ state, skipped }) => !isInspected(state) && !skipped)
}

/** One pile of a round, item by item, by thumb: each answer is kept at once, with and without a network. */
export function CheckPage({ round, row, back }: Props) {
  const { t } = useTranslation('inspections')
  const format = useFormat()
  const wide = useWide()
  const may = useMay()(DOES_WORK)
  const [, setParams] = useSearchParams()
  const [order, setOrder] = useState<{ work: string; at: number } | null>(null)
  const answering = useAnswering(row, round.items)
  const next = nextOf(round.piles, row.id)
  const [skipping, setSkipping] = useState(false)
  const goOn = () => setParams(next ? { pile: String(next.id) } : {}, { replace: true })
  const finish = async () => {
    if (!fits(document.getElementById('main'))) return
    const missing = missingIn(round.items, answering.withTyped())
    if (missing.length > 0) {
      const items = format.list(missing.map((at) => round.items[at]?.words ?? ''))
      toast(t('left_out', { items }), { tone: 'error' })
      document.getElementById(`item-${missing[0]}`)?.scrollIntoView({ block: 'center' })
      return
    }
    if (await answering.finish()) goOn()
  }
  const actions: Action[] = [
    {
      ...{ key: 'finish', icon: 'check', primary: true, permission: DOES_WORK },
      label: t(next ? 'next_pile' : 'finish_pile'),
      onPress: () => void finish(),
    },
    ...(isInspected(row.state)
      ? []
      : [{ key: 'skip', permission: DOES_WORK, label: t('skip'), onPress: () => setSkipping(true) }]),
  ]
  return (
    <Page
      title={row.pile.title}
      caption={row.berth ? t('berth', { serial: row.berth }) : round.name}
      badge={<StatusPill entity={inspection} name="state" value={row.state} />}
      back={back}
      {...(wide && { actions })}
    >
      <Progress piles={round.piles} />
      {row.skipped && (
        <SkippedCard
          skipped={row.skipped}
          onReached={may ? () => void answering.skip({ why: null, note: null }) : null}
        />
      )}
      <ul className={css.items} aria-label={round.name}>
        {round.items.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place alone
          <Item key={at} row={row} items={round.items} at={at} answering={answering} may={may} onOrder={setOrder} />
        ))}
      </ul>
      {!wide && <BottomActions actions={actions} two />}
      {skipping && (
        <Suspense fallback={null}>
          <SkipDialog
            id={row.id}
            onSkip={async (skipped) => {
              const isKept = await answering.skip(skipped)
              if (isKept) goOn()
              return isKept
            }}
            onClose={() => setSkipping(false)}
          />
        </Suspense>
      )}
      {order !== null && (
        <Suspense fallback={null}>
          <MakeWorkOrder
            pile={row.pile.id}
            work={order.work}
            about={`check/${row.id}/${order.at}`}
            onClose={() => setOrder(null)}
          />
        </Suspense>
      )}
    </Page>
  )
}
