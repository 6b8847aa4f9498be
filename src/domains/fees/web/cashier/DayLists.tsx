import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { outflowsTitle, outflowText } from '../../closingSheet.ts'
import type { DayToClose } from './CloseDayForm.tsx'
import type { DrawerReceiptRowFragment } from './cashier.graphql.ts'
import styles from './DayLists.module.css'

/** What a clerk holds beside cash and compares with the receipts: cheques and drafts, and the slips of other modes. */
export function DayLists({ day: { day, receipts, depositCheques, outflows } }: { day: DayToClose }) {
  const slips = receipts.filter(({ mode }) => !paymentModes[mode].inDrawer && !paymentModes[mode].clearsLater)
  const postDated = receipts.filter(({ instrumentOn }) => instrumentOn !== null && instrumentOn > day)
  return (
    <Stack gap={5} className={styles.lists}>
      <ReceiptList
        title={t`Cheques and demand drafts for the bank`}
        empty={t`No cheque or demand draft goes to the bank.`}
        receipts={depositCheques}
      />
      {postDated.length > 0 && <ReceiptList title={t`Post-dated cheques, kept`} empty="" receipts={postDated} />}
      <ReceiptList
        title={t`Slips: card, UPI and bank transfers`}
        empty={t`Nothing was taken by card, UPI or bank transfer.`}
        receipts={slips}
      />
      {outflows.length > 0 && (
        <section aria-label={outflowsTitle()}>
          <Heading level={3} as="h2">
            {outflowsTitle()}
          </Heading>
          <List>
            {outflows.map(({ kind, receiptNumber, collectedOn, amount }) => (
              <ListRow key={`${kind} ${receiptNumber}`} divided end={showMoney(subtractMoney(0, amount))}>
                <ListText title={receiptNumber} detail={`${outflowText(kind)} · ${showDay(collectedOn)}`} />
              </ListRow>
            ))}
          </List>
        </section>
      )}
    </Stack>
  )
}

interface ReceiptListProps {
  title: string
  empty: string
  receipts: readonly DrawerReceiptRowFragment[]
}

function ReceiptList({ title, empty, receipts }: ReceiptListProps) {
  return (
    <section aria-label={title}>
      <Heading level={3} as="h2">
        {title}
      </Heading>
      {receipts.length === 0 ? (
        <Text size="small" tone="quiet">
          {empty}
        </Text>
      ) : (
        <>
          <List>
            {receipts.map(({ paymentId, receiptNumber, mode, reference, bankName, instrumentOn, amount }) => (
              <ListRow key={paymentId} divided end={showMoney(amount)}>
                <ListText
                  title={reference || receiptNumber}
                  detail={[paymentModes[mode].label, bankName, instrumentOn && showDay(instrumentOn), receiptNumber]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </ListRow>
            ))}
          </List>
          <Text size="small" tone="quiet" className={styles.sum}>
            <Plural value={receipts.length} one="# receipt" other="# receipts" /> ·{' '}
            {showMoney(sumMoney(receipts.map(({ amount }) => amount)))}
          </Text>
        </>
      )}
    </section>
  )
}
