import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PileCommand } from '../../../shared/commands/declare.ts'
import { readMessages, removeMessage, showMessage } from '../../../shared/commands/screen.ts'
import { type ShownWhile, shownNow } from '../../../shared/domain/screen/message.ts'
import { pileScreen } from '../../../shared/endpoints/screens.ts'
import { command } from '../../../shared/entities/command.ts'
import type { Pile } from '../../../shared/entities/pile.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import type { Tone } from '../../../shared/kit/fields.ts'
import { canGoNow } from '../../kit/api/now-only.ts'
import { useCall } from '../../kit/api/queries.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useNow } from '../../kit/i18n/use-now.ts'
import { useWords } from '../../kit/i18n/use-words.ts'
import { useRecordPath } from '../../kit/session/homes.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { PileScreen } from '../../kit/ui/pile-screen.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { Banner, Empty, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import { useCommandWords, useGiveOnce } from '../commands.ts'
import css from '../page/command-list.module.css'
import { isConnected, type PileView, pileOf } from '../page/pile.ts'
import { useMayAsk } from '../use-may-ask.ts'
import own from './screen-tab.module.css'
import { ShowText } from './show-text.tsx'
import { Takes } from './takes.tsx'

type Screen = Data<typeof pileScreen>
type Held = Screen['messages'][number]

/** What can be asked of a connected pile by one press. */
function useAsking(view: PileView, asked: PileCommand) {
  const isOffered = useMayAsk(view.commands)
  const giving = useGiveOnce(pileOf(view).id, asked)
  const words = useCommandWords(asked)
  return { ...giving, mayAsk: isOffered(asked) && isConnected(pileOf(view)), name: words.name }
}

/** The state of a pile by which its screen chooses; of what only it knows, such as a pause, nothing is said here. */
const stateOf = ({ state }: Pile): ShownWhile => (state === 'charging' || state === 'faulted' ? state : 'idle')

const TONES: Readonly<Record<Held['state'], Tone>> = {
  held: 'available',
  differs: 'waiting',
  missing: 'faulted',
  strange: 'offline',
}

/** When it shows, in one line. */
function useWhen() {
  const { t } = useTranslation('screens')
  const format = useFormat()
  return ({ message, order }: Held) =>
    [
      message.shown_while && t(`while.${message.shown_while}`),
      order && t('at_gun', { number: order.connector_number }),
      message.starts_at && t('from', { at: format.moment(message.starts_at) }),
      message.ends_at && t('until', { at: format.moment(message.ends_at) }),
    ]
      .filter(Boolean)
      .join(' · ') || t('always')
}

function Row({ held, view }: { held: Held; view: PileView }) {
  const { t } = useTranslation('screens')
  const format = useFormat()
  const when = useWhen()
  const now = useNow()
  const place = useWords(command).choice('priority', held.message.priority)
  const removing = useAsking(view, removeMessage)
  const { message, state, differences, sent_at, told_at, saved } = held
  const record = useRecordPath()
  const path = saved && record('display_message', saved.id)
  const isLater = state === 'held' && message.starts_at !== null && Date.parse(message.starts_at) > now
  const what = differences.map((one) => t(`what.${one}`)).join(', ')
  const seen = [sent_at && t('given', { ago: format.ago(sent_at) }), told_at && t('told', { ago: format.ago(told_at) })]
  return (
    <li className={css.command}>
      <div className="row between">
        <b className={own.text}>{message.texts[0]?.text}</b>
        <Pill tone={isLater ? 'reserved' : TONES[state]}>{t(`state.${isLater ? 'later' : state}`)}</Pill>
      </div>
      {message.texts.slice(1).map(({ language, text }) => (
        <p key={language} className={own.text}>
          {text} <small>{language}</small>
        </p>
      ))}
      <div className="row between">
        <span>
          {place} · {when(held)}
        </span>
        {removing.mayAsk && (
          <Button
            look="quiet"
            icon="trash"
            label={`${removing.name}: ${t('number', { number: message.number })}`}
            busy={removing.busy}
            onClick={() => void removing.press({ message_number: message.number })}
          />
        )}
      </div>
      {state !== 'held' && <p className={css.none}>{t(`state_text.${state}`, { what })}</p>}
      <small>
        {saved && <>{path ? <Link to={path}>{saved.title}</Link> : saved.title} · </>}
        {[t('number', { number: message.number }), t(`format.${message.format}`), ...seen].filter(Boolean).join(' · ')}
      </small>
    </li>
  )
}

function Now({ screen, pile }: { screen: Screen; pile: Pile }) {
  const { t } = useTranslation('screens')
  const at = useNow()
  const held = screen.messages.filter(({ state }) => state !== 'missing').map(({ message }) => message)
  const shown = shownNow(held, { state: stateOf(pile), at })
  return (
    <Card title={t('now')}>
      <p className={css.intro}>{t('now_text')}</p>
      <PileScreen
        shown={shown.map(({ texts, format }) => ({ text: texts[0]?.text ?? '', format }))}
        nothing={t('none')}
      />
      <p className={css.intro}>{t(`costs.${screen.costs}`)}</p>
      <Takes takes={screen.takes} />
    </Card>
  )
}

/** What a pile's screen shows beside its maker's own pages: now, and what else it holds. */
export function ScreenTab({ view }: { view: PileView }) {
  const { t } = useTranslation('screens')
  const pile = pileOf(view)
  const { id } = pile
  const [showing, setShowing] = useState(false)
  const query = useCall(pileScreen, { id }, { entities: ['pile'], only: { pile: [id] } })
  const reading = useAsking(view, readMessages)
  const giving = useAsking(view, showMessage)
  return (
    <Loaded query={query} skeleton={<Skeleton height={240} />}>
      {(screen) => (
        <div className={own.columns}>
          <Now screen={screen} pile={pile} />
          <Card>
            <div className={css.beside}>
              <p className={css.intro}>{t('intro')}</p>
              {giving.mayAsk && (
                <Button look="primary" icon="plus" onClick={() => setShowing(canGoNow())}>
                  {giving.name}
                </Button>
              )}
              {reading.mayAsk && (
                <Button icon="refresh" busy={reading.busy} onClick={() => void reading.press()}>
                  {reading.name}
                </Button>
              )}
            </div>
            {!isConnected(pile) && (
              <Banner tone="waiting" icon="offline">
                {t('offline')}
              </Banner>
            )}
            {screen.messages.length === 0 ? (
              <Empty icon="window" text={t('empty')} />
            ) : (
              <ul className={css.list}>
                {screen.messages.map((held) => (
                  <Row key={held.message.number} held={held} view={view} />
                ))}
              </ul>
            )}
          </Card>
          <Suspense fallback={null}>
            {showing && <ShowText pileId={id} screen={screen} onClose={() => setShowing(false)} />}
          </Suspense>
        </div>
      )}
    </Loaded>
  )
}
