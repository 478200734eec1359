import { useTranslation } from 'react-i18next'
import { listOfPile, SEND_LISTS } from '../../shared/endpoints/card-lists.ts'
import { cardList } from '../../shared/entities/card-list.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { Ago } from '../kit/i18n/ago.tsx'
import { Can } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { Banner, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './card-list.module.css'
import { useSending } from './use-sending.ts'

type List = NonNullable<Data<typeof listOfPile>>

function Figures({ list }: { list: List }) {
  const { t } = useTranslation('card_lists')
  const at = (moment: string | null) => (moment ? <Ago at={moment} /> : t('never'))
  return (
    <Facts two>
      <Fact label={t('cards')}>
        {t('cards_of', { entries: list.entries, wanted: list.wanted })}
        {list.left_out > 0 && ` · ${t('left_out', { count: list.left_out })}`}
        {list.too_long > 0 && ` · ${t('too_long', { count: list.too_long })}`}
      </Fact>
      <Fact label={t('room')}>{t('room_is', { count: list.most, a_call: list.a_call })}</Fact>
      <Fact label={t('version')}>
        {t('version_is', { ours: list.list_version, theirs: list.told_version ?? t('unknown') })}
      </Fact>
      <Fact label={t('told')}>{at(list.told_at)}</Fact>
      <Fact label={t('sent')}>{at(list.sent_at)}</Fact>
    </Facts>
  )
}

function Kept({ list }: { list: List }) {
  const { t } = useTranslation('card_lists')
  const sending = useSending()
  const said = list.said === 'differs' ? t('differs') : (list.said ?? t('no_word'))
  return (
    <div className={css.body}>
      {list.enabled === false && (
        <Banner tone="waiting" icon="warning">
          {t('disabled')}
        </Banner>
      )}
      {list.emptying && <p>{t('emptying')}</p>}
      <p>{t(`state.${list.state}`, { said })}</p>
      <Figures list={list} />
      <Can permission={SEND_LISTS}>
        <Button icon="refresh" onClick={() => void sending.one(list.id)}>
          {t('send')}
        </Button>
      </Can>
    </div>
  )
}

/** A pile's list of cards: what is there, what belongs there, and how far it is. */
export function PileCardList({ pileId }: { pileId: number }) {
  const { t } = useTranslation('card_lists')
  const query = useCall(listOfPile, { pile_id: pileId }, { entities: ['card_list', 'pile_type'] })
  return (
    <Card
      title={t('title')}
      aside={query.data && <StatusPill entity={cardList} name="state" value={query.data.state} />}
    >
      <Loaded query={query} skeleton={<Skeleton height={200} />}>
        {(list) => (list ? <Kept list={list} /> : <p>{t('none')}</p>)}
      </Loaded>
    </Card>
  )
}
