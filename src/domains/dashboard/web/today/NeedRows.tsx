import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { PhoneIcon } from '#ui/kit/icons.ts'
import styles from './NeedRows.module.css'
import { mostShown } from './rowsPart.ts'

interface NeedRowsProps<Row> {
  rows: readonly Row[]
  /** Number of all of them, where the server names the first ones only. */
  total?: number
  label: string
  children: (row: Row) => ReactNode
  /** What is done about all of them at once. */
  action?: ReactNode
}

/** The rows of a line: each with what is done about it, the first ones at once. */
export function NeedRows<Row>({ rows, total = rows.length, label, children, action }: NeedRowsProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? rows : rows.slice(0, mostShown)
  const more = total - shown.length
  return (
    <>
      <ul aria-label={label} className={styles.rows}>
        {shown.map(children)}
      </ul>
      {(rows.length > mostShown || action) && (
        <div className={styles.foot}>
          {rows.length > mostShown && (
            <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t`Show fewer` : t`Show ${more} more`}
            </Button>
          )}
          {action}
        </div>
      )}
    </>
  )
}

interface NeedRowProps {
  title: string
  /** The page that the title opens. */
  to: string
  detail: ReactNode
  /** Its buttons. */
  children: ReactNode
}

/** One child or register with its buttons. */
export function NeedRow({ title, to, detail, children }: NeedRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <Link to={to} className={styles.title}>
          {title}
        </Link>
        <span className={styles.detail}>{detail}</span>
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  )
}

/** A button that calls, where a phone is known. */
export function Call({ name, phone }: { name: string; phone: string | null | undefined }) {
  if (!phone) return null
  return (
    <IconButton as="a" href={`tel:${phone}`} aria-label={t`Call ${name}`} title={phone}>
      <PhoneIcon />
    </IconButton>
  )
}
