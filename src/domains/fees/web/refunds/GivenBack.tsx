import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import { AccountSection } from '../counter/AccountSection.tsx'
import type { CounterAccountFactsFragment } from '../counter/collectFees.graphql.ts'
import { StudentReceipts } from '../counter/StudentReceipts.tsx'
import type { GiveBackProps } from './GiveBack.tsx'
import { refundReason } from './refundReason.ts'
import type { VoucherDialogProps } from './VoucherDialog.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { later } from '#ui/kit/later.tsx'

const GiveBack = later<GiveBackProps>(async () => ({ default: (await import('./GiveBack.tsx')).GiveBack }))
const VoucherDialog = later<VoucherDialogProps>(async () => ({ default: (await import('./VoucherDialog.tsx')).VoucherDialog }))

interface GivenBackProps {
  account: CounterAccountFactsFragment
  termId: string
  reload: () => Promise<unknown>
  onReceipt: (paymentId: string) => void
}

/** The receipts of an account, the button that gives money back, and what was given back, newest first. */
export function GivenBack({ account, termId, reload, onReceipt }: GivenBackProps) {
  const [giving, setGiving] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const { refunds, viewerCan } = account
  const hasMoney = account.fees.some((fee) => fee.collected > 0)
  return (
    <>
      <StudentReceipts
        payments={account.payments}
        onReceipt={onReceipt}
        action={
          viewerCan.giveBack.allowed &&
          hasMoney && (
            <Button variant="quiet" size="small" onClick={() => setGiving(true)}>
              <Trans>Give back</Trans>
            </Button>
          )
        }
      />
      {refunds.length > 0 && (
        <AccountSection
          title={t`Given back`}
          items={refunds.map((refund) => ({
            key: refund.id,
            text: `${showMoney(refund.amount)} · ${paymentModes[refund.mode].label}`,
            hint: [showDay(refund.refundedOn), refund.createdByName, refund.reference, refundReason(refund)]
              .filter(Boolean)
              .join(' · '),
            voucher: { number: refund.refundNumber, onOpen: () => setOpened(refund.id) },
          }))}
        />
      )}
      {giving && (
        <GiveBack
          account={account}
          termId={termId}
          reload={reload}
          onStored={(refundId) => {
            setGiving(false)
            setOpened(refundId)
          }}
          onClose={() => setGiving(false)}
        />
      )}
      {opened && <VoucherDialog refundId={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
