import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Suspense, useId } from 'react'
import { Link } from '#ui/navigation.tsx'
import { showDay } from '#shared/dates.ts'
import { type Paise, showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Button } from '#ui/kit/Button.tsx'
import { RupeeIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { feeTitle } from '../fees.rules.ts'
import { accountActions } from './accountActions.exports.ts'
import { isLater, totalToPay } from './counter/feeSelection.ts'
import type { StudentDueFeeFragment, StudentDuesFactsFragment } from './counter/studentDues.graphql.ts'
import { accountAddress } from './counter/useCounterAddress.ts'
import { MoneyFigure } from './moneyFigure.exports.tsx'
import styles from './studentDues.exports.module.css'

interface StudentDuesProps {
  studentId: string
  account: StudentDuesFactsFragment
}

type Due = StudentDueFeeFragment & { earlierTerm: string | null }

/** What a student owes: dues of earlier terms and what is overdue first, with the ways to take or to ask for it. */
export function StudentDues({ studentId, account }: StudentDuesProps) {
  const { school, termId } = useActiveSchool()
  const titleId = useId()
  const all: Due[] = [
    ...account.previousDues.flatMap(({ termName, fees }) => fees.map((fee) => ({ ...fee, earlierTerm: termName }))),
    ...account.fees.map((fee) => ({ ...fee, earlierTerm: null })),
  ]
  const unpaid = all.filter((fee) => fee.fixedAmount && fee.pending > 0)
  const overdue = unpaid.filter((fee) => fee.due === 'OVERDUE')
  const dueNow = unpaid.filter((fee) => fee.due === 'DUE')
  const later = unpaid.filter(isLater)
  const toPay = totalToPay([...overdue, ...dueNow])
  const { collected, clearing } = account.total
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>Fees</Trans>
      </Heading>
      <dl className={styles.sums}>
        <div>
          <dt>
            <Trans>To pay now</Trans>
          </dt>
          <dd className={styles.figure}>
            <MoneyFigure amount={toPay} />
          </dd>
          {overdue.length > 0 && (
            <dd className={styles.overdue}>
              {dueNow.length === 0 ? t`Overdue` : t`${showMoney(totalToPay(overdue))} is overdue`}
            </dd>
          )}
        </div>
        <Sum label={t`Later this term`} amount={totalToPay(later)} />
        <Sum label={t`Paid this term`} amount={collected} />
        <Sum label={t`Cheques clearing`} amount={clearing} />
      </dl>
      {overdue.length + dueNow.length > 0 ? (
        <ul aria-label={t`Unpaid fees`} className={styles.list}>
          {[...overdue, ...dueNow].map((fee) => (
            <UnpaidFee key={fee.feeId} fee={fee} />
          ))}
        </ul>
      ) : (
        <Text tone="quiet">
          {later.length === 0
            ? t`Nothing is pending.`
            : t`Nothing is due yet. ${plural(later.length, { one: '# fee comes later', other: '# fees come later' })}.`}
        </Text>
      )}
      <Row gap={2} wrap align="center">
        {account.viewerCan.collect.allowed && (
          <Button variant="primary" icon={<RupeeIcon />} as={Link} to={accountAddress(studentId, termId)}>
            <Trans>Take fees</Trans>
          </Button>
        )}
        <Suspense>
          {accountActions().map(
            ({ flag, Button: ActionButton }) =>
              school.flags[flag] && <ActionButton key={flag} studentId={studentId} termId={termId} label={t`Send link`} />,
          )}
        </Suspense>
      </Row>
    </section>
  )
}

function Sum({ label, amount }: { label: string; amount: Paise }) {
  if (amount === 0) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{showMoney(amount)}</dd>
    </div>
  )
}

function UnpaidFee({ fee }: { fee: Due }) {
  return (
    <li className={styles.item}>
      <span className={styles.fee}>
        {feeTitle(fee)}
        {fee.earlierTerm !== null && <span className={styles.quiet}> {fee.earlierTerm}</span>}
      </span>
      <span className={fee.due === 'OVERDUE' ? styles.overdue : styles.quiet}>
        {fee.due === 'OVERDUE' ? t`Overdue since ${showDay(fee.dueOn)}` : t`Due by ${showDay(fee.dueOn)}`}
      </span>
      <span className={styles.amount}>
        {showMoney(fee.pending)}
        {fee.lateFeeDue > 0 && <span className={styles.quiet}> {t`+ ${showMoney(fee.lateFeeDue)} late fee`}</span>}
      </span>
    </li>
  )
}
