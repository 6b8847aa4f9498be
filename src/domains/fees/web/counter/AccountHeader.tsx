import { type ReactNode, Suspense } from 'react'
import { type Paise, showMoney } from '#shared/money.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { accountActions } from '../accountActions.exports.ts'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'
import { KeyCap } from './KeyCap.tsx'
import styles from './AccountHeader.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { ArrowForwardIcon, PhoneIcon } from '#ui/kit/icons.ts'

/** Number of siblings with a digit key; the others are opened by a click. */
export const siblingKeyCount = 9

export interface AccountHeaderProps {
  account: CounterAccountFactsFragment
  termId: string
  showRegisterNo: boolean
  onSibling: (studentId: string) => void
}

/** The student, the sums of the account, and the siblings. */
export function AccountHeader({ account, termId, showRegisterNo, onSibling }: AccountHeaderProps) {
  const { school } = useActiveSchool()
  const { student, siblings, total } = account
  return (
    <div className={styles.row}>
      <div className={styles.box}>
        <div className={styles.who}>
          <Heading level={2} className={styles.figure}>
            {student.name}
          </Heading>
          <Text as="span" className={styles.sectionName}>
            {student.sectionName}
          </Text>
          {student.disabled && <StateChip state="Disabled" />}
        </div>
        <div className={styles.numbers}>
          <span>roll {student.roll}</span>
          {showRegisterNo && student.registerNo !== '' && <span>register no. {student.registerNo}</span>}
          {student.phone !== defaultPhone && (
            <span className={styles.phone}>
              <PhoneIcon role="img" aria-label="Phone" className={styles.phoneIcon} />
              {student.phone}
            </span>
          )}
          <Suspense>
            {accountActions().map(
              ({ flag, Button: ActionButton }) =>
                school.flags[flag] && <ActionButton key={flag} studentId={student.id} termId={termId} />,
            )}
          </Suspense>
        </div>
      </div>
      <dl className={styles.facts}>
        <Sum name="Collected" amount={total.collected} />
        {total.clearing > 0 && <Sum name="Clearing" amount={total.clearing} />}
        {total.discount > 0 && <Sum name="Discount" amount={total.discount} />}
        <Sum name="Total pending" amount={total.pending} strong />
      </dl>
      {siblings.length > 0 && (
        <section aria-label="Siblings" className={styles.section}>
          <Text tone="quiet" size="small">
            Siblings
          </Text>
          {siblings.map((sibling, index) => (
            <Button
              key={sibling.id}
              size="small"
              endIcon={index < siblingKeyCount ? <KeyCap>{String(index + 1)}</KeyCap> : <ArrowForwardIcon />}
              onClick={() => onSibling(sibling.id)}
            >
              {sibling.name} {sibling.sectionName} (
              {sibling.pending > 0 ? `${showMoney(sibling.pending)} pending` : 'nothing pending'})
            </Button>
          ))}
        </section>
      )}
    </div>
  )
}

function Sum({ name, amount, strong = false }: { name: string; amount: Paise; strong?: boolean }): ReactNode {
  return (
    <div>
      <Text tone="quiet" as="dt" size="small">
        {name}
      </Text>
      <dd className={strong ? styles.total : styles.sum}>{showMoney(amount)}</dd>
    </div>
  )
}
