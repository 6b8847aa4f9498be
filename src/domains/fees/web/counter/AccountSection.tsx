import { t } from '@lingui/core/macro'
import { type ReactNode, useId } from 'react'
import type { stateLabels } from '../stateLabels.ts'
import { StateMark } from '../StateMark.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './AccountSection.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { Link } from '#ui/kit/Link.tsx'

export interface AccountItem {
  key: string
  /** Shown before the text, such as a checkbox. */
  before?: ReactNode
  text: string
  /** A second line in a quieter colour. */
  hint?: string
  state?: keyof typeof stateLabels
  receipt?: { number: string; onOpen: () => void }
  voucher?: { number: string; onOpen: () => void }
  actions?: ReactNode
}

/** A section of an account below its fees: a heading, and one row per item, which wraps on a phone. */
export function AccountSection({ title, action, items }: { title: string; action?: ReactNode; items: readonly AccountItem[] }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.row}>
        <Heading level={3} id={titleId} className={styles.fill}>
          {title}
        </Heading>
        {action}
      </div>
      <ul aria-labelledby={titleId} className={styles.list}>
        {items.map(({ key, before, text, hint, state, receipt, voucher, actions }) => (
          <li key={key} className={styles.item}>
            <div className={styles.title}>
              {before}
              <div className={styles.box}>
                <span>{text}</span>
                {hint && <div className={styles.hint}>{hint}</div>}
              </div>
            </div>
            {state && <StateMark state={state} />}
            {receipt && (
              <Link as="button" onClick={receipt.onOpen} aria-label={t`Receipt ${receipt.number}`}>
                {receipt.number}
              </Link>
            )}
            {voucher && (
              <Link as="button" onClick={voucher.onOpen} aria-label={t`Voucher ${voucher.number}`}>
                {voucher.number}
              </Link>
            )}
            {actions && <Row gap={2}>{actions}</Row>}
          </li>
        ))}
      </ul>
    </section>
  )
}
