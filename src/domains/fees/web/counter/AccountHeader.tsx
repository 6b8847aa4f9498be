import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { type Paise, showMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { StudentHead } from '#domains/classes/web/studentHead.exports.tsx'
import { accountActions } from '../accountActions.exports.ts'
import { MoneyFigure } from '../moneyFigure.exports.tsx'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'
import type { FeeSums } from './feeSelection.ts'
import { KeyCap } from './KeyCap.tsx'
import styles from './AccountHeader.module.css'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { CloseIcon } from '#ui/kit/icons.ts'
import { Link } from '#ui/kit/Link.tsx'

/** Number of siblings with a digit key; the others are opened by a click. */
export const siblingKeyCount = 9

export interface AccountHeaderProps {
  account: CounterAccountFactsFragment
  /** Sums over the fees of the term and what is unpaid of earlier ones. */
  total: FeeSums
  /** What is pending of the fees that are due by now, with their late fees. */
  due: Paise
  /** The part of it whose due date has passed. */
  overdue: Paise
  termId: string
  showRegisterNo: boolean
  onSibling: (studentId: string) => void
  onClose: () => void
}

/** The student, the siblings, and what is to pay now and later. */
export function AccountHeader({ account, total, due, overdue, termId, showRegisterNo, onSibling, onClose }: AccountHeaderProps) {
  const { school } = useActiveSchool()
  const { student, siblings } = account
  const later = subtractMoney(sumMoney([total.pending, total.lateFeeDue]), due)
  return (
    <div className={styles.account}>
      <StudentHead
        head={student.head}
        showRegisterNo={showRegisterNo}
        action={
          <IconButton aria-label={t`Close the account`} onClick={onClose} className={styles.close}>
            <CloseIcon />
          </IconButton>
        }
      >
        {student.phone !== defaultPhone && (
          <span>
            <Link href={`tel:${student.phone}`} aria-label={t`Phone ${student.phone}`}>
              {student.phone}
            </Link>
          </span>
        )}
        <Suspense>
          {accountActions().map(
            ({ flag, Button: ActionButton }) =>
              school.flags[flag] && <ActionButton key={flag} studentId={student.id} termId={termId} />,
          )}
        </Suspense>
      </StudentHead>
      {siblings.length > 0 && (
        <section aria-label={t`Siblings`} className={styles.siblings}>
          {siblings.map((sibling, index) => (
            <button
              key={sibling.id}
              type="button"
              className={styles.sibling}
              aria-keyshortcuts={index < siblingKeyCount ? String(index + 1) : undefined}
              onClick={() => onSibling(sibling.id)}
            >
              <Avatar name={sibling.name} />
              <span className={styles.siblingText}>
                <span className={styles.siblingName}>
                  {sibling.name} <span className={styles.quiet}>{sibling.sectionName}</span>
                </span>{' '}
                <span className={styles.siblingPending}>
                  {sibling.pending > 0 ? t`${showMoney(sibling.pending)} pending` : t`Nothing pending`}
                </span>
              </span>
              {index < siblingKeyCount && <KeyCap>{String(index + 1)}</KeyCap>}
            </button>
          ))}
        </section>
      )}
      <dl className={styles.sums}>
        <div>
          <dt>
            <Trans>To pay now</Trans>
          </dt>
          <dd className={styles.due}>
            <MoneyFigure amount={due} />
          </dd>
          {total.lateFeeDue > 0 && <dd className={styles.quiet}>{t`with a late fee of ${showMoney(total.lateFeeDue)}`}</dd>}
          {overdue > 0 && (
            <dd className={styles.overdue}>{overdue === due ? t`Overdue` : t`${showMoney(overdue)} is overdue`}</dd>
          )}
        </div>
        {later > 0 && (
          <div>
            <dt>
              <Trans>Later this term</Trans>
            </dt>
            <dd>{showMoney(later)}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
