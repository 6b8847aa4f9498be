import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showBytes } from '#shared/bytes.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { approvalsAddress, cashiersAddress, chequesAddress, closeDayAddress } from '#domains/fees/web/fees.exports.tsx'
import { failedMessagesAddress } from '#domains/messaging/web/failedMessages.exports.ts'
import { ordersToSettleAddress } from '#domains/onlinefees/web/onlinefees.exports.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { DoneIcon } from '#ui/kit/icons.ts'
import { Need, Needs } from '../Need.tsx'
import { Birthdays, ChildNeeds } from './ChildNeeds.tsx'
import styles from './TodayNeeds.module.css'
import type { Today } from './useToday.ts'

/**
 * What needs somebody today, the most urgent first: children, registers, then money and messages. What is empty takes
 * no room, and a line goes when it is done. What the viewer may not see is not part of the answer.
 */
export function TodayNeeds({ today }: { today: Today }) {
  return (
    <Needs label={t`What needs a look`}>
      {isAllDone(today) && <AllDone holiday={today.attendance?.holiday} />}
      <ChildNeeds today={today} />
      <Lists today={today} />
      <Birthdays today={today} />
    </Needs>
  )
}

/** The lines that are one link to a list. The next count of this kind is one more line here. */
function Lists({ today }: { today: Today }) {
  const { cheques, ordersToSettle, failedMessages, discountsToApprove, casesToSee, filesNearlyFull } = today
  return (
    <>
      {Boolean(casesToSee) && (
        <Need
          count={casesToSee ?? 0}
          label={t`Children who need attention`}
          about={t`Cases that nobody has put off`}
          action={t`See cases`}
          to="/attention"
        />
      )}
      {Boolean(ordersToSettle) && (
        <Need
          count={ordersToSettle ?? 0}
          label={t`Online payments that need a look`}
          about={t`Money came that fits no fee`}
          action={t`Check payments`}
          to={ordersToSettleAddress}
        />
      )}
      {cheques && cheques.count > 0 && (
        <Need
          count={cheques.count}
          label={t`Cheques to clear`}
          about={showMoney(cheques.amount)}
          action={t`Review cheques`}
          to={chequesAddress}
        />
      )}
      <DaysNotClosed today={today} />
      {Boolean(discountsToApprove) && (
        <Need
          count={discountsToApprove ?? 0}
          label={t`Discounts to approve`}
          about={t`A clerk asks for more than the limit`}
          action={t`Decide`}
          to={approvalsAddress}
        />
      )}
      {Boolean(failedMessages) && (
        <Need
          count={failedMessages ?? 0}
          label={t`Messages that failed`}
          about={t`in the last seven days`}
          action={t`See messages`}
          to={failedMessagesAddress()}
        />
      )}
      {filesNearlyFull && (
        <Need
          count={1}
          label={t`Space for files is nearly used up`}
          about={t`${showBytes(filesNearlyFull.used)} of ${showBytes(filesNearlyFull.quota)} are used`}
          action={t`See files`}
          to="/settings"
        />
      )}
    </>
  )
}

/** The days with money that were not closed: of all cashiers, or the clerk's own. */
function DaysNotClosed({ today: { openDays, ownDay } }: { today: Today }) {
  const { viewer } = useActiveSchool()
  const isOwn = viewer.role === 'FEES'
  const [first] = openDays ?? []
  return (
    <>
      {first && openDays && (
        <Need
          urgent={isOwn}
          count={openDays.length}
          label={isOwn ? t`Your days not closed` : t`Cashiers’ days not closed`}
          about={daysText(openDays.length, isOwn ? showDay(first.day) : `${first.clerkName}, ${showDay(first.day)}`)}
          action={isOwn ? t`Close the day` : t`See cashiers`}
          to={isOwn ? closeDayAddress({ day: first.day }) : cashiersAddress}
        />
      )}
      {ownDay && !ownDay.closed && ownDay.receipts > 0 && (
        <Need
          quiet
          count={ownDay.receipts}
          label={plural(ownDay.receipts, { one: 'Your receipt today', other: 'Your receipts today' })}
          about={t`${showMoney(ownDay.collected)} collected`}
          action={t`Close the day`}
          to={closeDayAddress()}
        />
      )}
    </>
  )
}

function daysText(count: number, first: string): string {
  return count === 1 ? first : t`the first: ${first}`
}

/** Whether nothing waits for somebody. A birthday and the clerk's running day wait for nobody. */
function isAllDone(today: Today): boolean {
  const { attendance, cheques, ordersToSettle, failedMessages, openDays, discountsToApprove, casesToSee, filesNearlyFull } = today
  const counts = [
    attendance?.notTaken.length,
    attendance?.families.toTellCount,
    attendance?.missingCount,
    cheques?.count,
    ordersToSettle,
    failedMessages,
    openDays?.length,
    discountsToApprove,
    casesToSee,
    filesNearlyFull ? 1 : 0,
  ]
  return counts.every((count) => !count)
}

function AllDone({ holiday }: { holiday: string | null | undefined }) {
  return (
    <p className={styles.done}>
      <DoneIcon aria-hidden className={styles.tick} />
      <span>
        <b>
          <Trans>All done.</Trans>
        </b>{' '}
        {holiday ? t`No register is expected: ${holiday}.` : t`Nothing waits for you now.`}
      </span>
    </p>
  )
}
