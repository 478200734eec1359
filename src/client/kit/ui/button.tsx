import type { ButtonHTMLAttributes, MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'
import css from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

export interface ButtonLook {
  look?: 'plain' | 'primary' | 'quiet' | 'link'
  danger?: boolean
  size?: 'small' | 'normal' | 'large'
  icon?: IconName
  children?: ReactNode
  /** The name of a button that has an icon alone. */
  label?: string
}

const classes = ({ look = 'plain', danger, size = 'normal', children }: ButtonLook, extra?: string) =>
  [css.button, css[look], danger && css.danger, css[size], !children && css.icon, extra].filter(Boolean).join(' ')

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>

export type ButtonProps = ButtonLook & Native & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

/** While `busy` it shows that it works and takes no second press. */
export function Button({
  look,
  danger,
  size,
  icon,
  label,
  children,
  busy,
  className,
  disabled,
  type = 'button',
  ...native
}: ButtonProps) {
  const shown = { ...(look && { look }), ...(danger && { danger }), ...(size && { size }), children }
  return (
    <button
      {...native}
      type={type}
      className={classes(shown, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      aria-label={label ?? native['aria-label']}
      title={native.title ?? label}
    >
      {busy ? <span className={css.wait} /> : icon && <Icon name={icon} size={children ? 16 : 18} />}
      {children}
    </button>
  )
}

type LinkProps = ButtonLook & {
  to: string
  className?: string
  replace?: boolean
  /** What the page it leads to is told beside its address. */
  state?: Readonly<Record<string, unknown>>
  onClick?: MouseEventHandler
}

/** Looks like a button and is a link: it opens in a new window on request. */
export function ButtonLink({ to, icon, label, className, replace, state, onClick, ...look }: LinkProps) {
  return (
    <Link
      to={to}
      replace={replace ?? false}
      state={state}
      {...(onClick && { onClick })}
      className={classes(look, className)}
      aria-label={label}
      title={label}
    >
      {icon && <Icon name={icon} size={look.children ? 16 : 18} />}
      {look.children}
    </Link>
  )
}
