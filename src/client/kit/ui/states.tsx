import { type CSSProperties, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { Button, ButtonLink } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import css from './states.module.css'

/** Stands where something will be, in its size, while it loads. */
export function Skeleton({ width = '100%', height = 16 }: { width?: CSSProperties['width']; height?: number }) {
  return <span className={css.skeleton} style={{ width, height }} aria-hidden="true" />
}

/** Nothing is here, and what to do next. */
export function Empty({ icon = 'list', text, children }: { icon?: IconName; text: string; children?: ReactNode }) {
  return (
    <div className={css.box}>
      <Icon name={icon} size={32} />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** What failed, and a way to try again; back from what is not there, and who may not see it can log in as someone who may. */
export function ErrorBox({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('common')
  const { code, kind, message } = asFailure(error)
  return (
    <div className={css.box} role="alert">
      <Icon name="warning" size={32} />
      <p>{message}</p>
      {onRetry && kind === 'silent' && !navigator.onLine && <p>{t('failure.comes_back')}</p>}
      {code === 403 && (
        <ButtonLink icon="exit" to="/login">
          {t('failure.log_in_again')}
        </ButtonLink>
      )}
      {code === 404 && (
        <Button icon="left" onClick={() => history.back()}>
          {t('action.back')}
        </Button>
      )}
      {onRetry && code !== 403 && code !== 404 && (
        <Button icon="refresh" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}

/** What failed, where there is room for a line: under an input, among its options. `text` says it better than the failure does. */
export function ErrorLine({ error, text, onRetry }: { error: unknown; text?: string; onRetry: () => void }) {
  const { t } = useTranslation('common')
  const { code, message } = asFailure(error)
  return (
    <div className={css.line} role="alert">
      <span className="grow">{text ?? message}</span>
      {code !== 403 && code !== 404 && (
        // The focus stays where it is: a list of options closes when its input loses it.
        <Button look="link" onPointerDown={(event) => event.preventDefault()} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}

export function Banner({
  tone,
  icon,
  children,
}: {
  tone: 'waiting' | 'faulted' | 'charging' | 'available'
  icon?: IconName
  children: ReactNode
}) {
  return (
    <div className={`${css.banner} ${css[tone]}`}>
      {icon && <Icon name={icon} size={16} />}
      <div className="grow">{children}</div>
    </div>
  )
}

interface Query<T> {
  data: T | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

/** A query's three states: its skeleton, its failure with a retry, its data. Data that came once stays while a refetch fails. */
export function Loaded<T>({
  query,
  skeleton,
  framed = (failure) => failure,
  children,
}: {
  query: Query<T>
  skeleton: ReactNode
  /** Where what is shown brings its own page: a page around what failed, with its title and the way back. */
  framed?: (failure: ReactNode) => ReactNode
  children: (data: T) => ReactNode
}) {
  // Words and parts that the data asks for come a moment later: nothing around it is hidden until then.
  if (query.data !== undefined) return <Suspense fallback={skeleton}>{children(query.data)}</Suspense>
  if (query.isPending) return <>{skeleton}</>
  return <>{framed(<ErrorBox error={query.error} onRetry={query.refetch} />)}</>
}
