import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PERSONS } from '../../../../shared/domain/persons.ts'
import { type Titled, titleField, titleOf } from '../../../../shared/kit/entity.ts'
import { type AnyRow, Cell, isThere, isTitled } from '../../fields/cell.tsx'
import { RecordLink } from '../../fields/record-link.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useWords } from '../../i18n/use-words.ts'
import { useActionItems, useAllowed } from '../../ui/actions.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import type { ListProps } from '../types.ts'
import { cardFacts } from './card-facts.ts'
import css from './cards.module.css'

type Show = (name: string) => ReactNode

/** How many others a record names, and what they are: a card has no heading above its figures. */
function Counted({ to, count }: { to: string; count: number }) {
  const { t } = useTranslation(['common', 'entities'])
  return t('list.counted', { n: count, name: t(`entities:${to}.${count === 1 ? 'one' : 'many'}`) })
}

/** Facts on one line, a dot between them, which stays with the fact before it. */
function Dotted({ names, show }: { names: readonly string[]; show: Show }) {
  return names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ' '}
      <span className={css.fact}>
        {show(name)}
        {at < names.length - 1 && <span className={css.dot}> ·</span>}
      </span>
    </Fragment>
  ))
}

function PlainFacts({ list, row, show }: { list: ListProps; row: AnyRow; show: Show }) {
  const words = useWords(list.entity)
  const without = list.without ?? []
  const plain = Object.entries(list.entity.fields).filter(
    ([name, field]) =>
      field.slot === undefined && field.kind !== 'secret' && !without.includes(name) && isThere(row, name),
  )
  const extra = (list.extra ?? []).filter(({ wideOnly, inLine }) => !wideOnly && !inLine)
  if (plain.length + extra.length === 0) return null
  return (
    <dl className={css.facts}>
      {plain.map(([name]) => (
        <Fragment key={name}>
          <dt>{words.label(name)}</dt>
          <dd>{show(name)}</dd>
        </Fragment>
      ))}
      {extra.map(({ key, label, cell }) => (
        <Fragment key={key}>
          <dt>{label}</dt>
          <dd>{cell(row)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface RowProps {
  list: ListProps
  row: AnyRow
  /** Begins a selection with this one. */
  onSelect?: () => void
}

function CardMenu({ list, row, onSelect }: RowProps) {
  const { t } = useTranslation('common')
  const actions = useActionItems(useAllowed(list.rowActions?.(row) ?? []))
  const select = onSelect && { key: 'select', label: t('selection.begin'), icon: 'check' as const, onPress: onSelect }
  const items = select ? [...actions, { ...select, apart: actions.length > 0 }] : actions
  if (items.length === 0) return null
  return (
    <span className={css.more}>
      <MenuButton look="quiet" icon="more" label={t('list.actions')} items={items} />
    </span>
  )
}

function CardHead({ show, badges, ...card }: RowProps & { show: Show; badges: readonly string[] }) {
  const { list, row } = card
  const to = list.open?.(row)
  const title = show(titleField(list.entity))
  return (
    <div className={css.head}>
      <span className={css.names}>
        <span className={css.title}>
          {to ? (
            <Link className={css.open} to={to}>
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        <span className="row">
          {badges.map((name) => (
            <Fragment key={name}>{show(name)}</Fragment>
          ))}
        </span>
      </span>
      <CardMenu {...card} />
    </div>
  )
}

/** What a feature shows in place of a field, made once: whether it says something is asked before it is shown. */
function cellsOf({ cells }: ListProps, row: AnyRow): Show {
  const made = new Map<string, ReactNode>()
  return (name) => {
    if (!made.has(name)) made.set(name, cells?.[name]?.(row))
    return made.get(name)
  }
}

/** A record on a phone: title and state, where and what, figures with the large one on the right. */
export function RecordCard(card: RowProps) {
  const { list, row } = card
  const { entity } = list
  const format = useFormat()
  const ownCell = cellsOf(list, row)
  const { badges, where, figures, lead, byClock } = cardFacts(list, row, ownCell)
  const show: Show = (name) => {
    const own = list.cardCells?.[name] ? list.cardCells[name](row) : ownCell(name)
    if (own) return own
    if (byClock.includes(name)) return format.moment(String(row[name]))
    const { kind, to = '' } = entity.fields[name] ?? {}
    // A person's name leads to them, as in the table; the title is the record's own link.
    if (kind === 'reference' && name !== titleField(entity) && PERSONS.has(to))
      return (
        <span className={css.person}>
          <RecordLink entity={to} to={row[titleOf(name)] as Titled | null} />
        </span>
      )
    if (kind === 'references' && isThere(row, name) && !isTitled(row, name))
      return <Counted to={to} count={(row[name] as number[]).length} />
    return <Cell entity={entity} name={name} row={row} />
  }
  const beside = (list.extra ?? []).filter(({ inLine }) => inLine)
  return (
    <article className={css.card}>
      <CardHead {...card} show={show} badges={badges} />
      {where.length + beside.length > 0 && (
        <div className={css.line}>
          <Dotted names={where} show={show} />
          {beside.map(({ key, cell }, at) => (
            <Fragment key={key}>
              {where.length + at > 0 && ' · '}
              {cell(row)}
            </Fragment>
          ))}
        </div>
      )}
      {figures.length + lead.length > 0 && (
        <div className={css.figures}>
          <span>
            <Dotted names={figures} show={show} />
          </span>
          {lead.map((name) => (
            <b key={name} className={css.lead}>
              {show(name)}
            </b>
          ))}
        </div>
      )}
      {!list.lean && <PlainFacts list={list} row={row} show={show} />}
      {list.expand?.(row)}
      {list.cardFoot && <div className={css.foot}>{list.cardFoot(row)}</div>}
    </article>
  )
}
