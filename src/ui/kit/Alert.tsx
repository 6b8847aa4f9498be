import { t } from '@lingui/core/macro'
import { CloseIcon, DoneIcon, ErrorIcon, InfoIcon, WarningIcon } from './icons.ts'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Alert.module.css'
import { classes } from './classes.ts'

export type AlertKind = 'info' | 'warning' | 'error' | 'success'

const icons = { info: InfoIcon, warning: WarningIcon, error: ErrorIcon, success: DoneIcon } as const

interface AlertProps extends Omit<ComponentPropsWithRef<'div'>, 'title'> {
  kind: AlertKind
  title?: ReactNode
  /** A button beside the text. */
  action?: ReactNode
  icon?: boolean
  onClose?: () => void
}

/** Says what a person must know before going on. A screen reader reads it as soon as it appears. */
export function Alert({ kind, title, action, icon = true, onClose, className, children, ...rest }: AlertProps) {
  const Icon = icons[kind]
  return (
    <div role="alert" className={classes(styles.alert, styles[kind], className)} {...rest}>
      {icon && <Icon className={styles.icon} aria-hidden />}
      <div className={styles.text}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {onClose && (
        <button type="button" aria-label={t`Close`} title={t`Close`} className={styles.close} onClick={onClose}>
          <CloseIcon aria-hidden />
        </button>
      )}
    </div>
  )
}
