import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { schoolDay } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { feeTitle } from '../../fees.rules.ts'
import { type RefundMode, refundForm, refundModeOptions, refundModes, refundReference } from '../../refunds.schema.ts'
import type { CounterAccountFactsFragment } from '../counter/collectFees.graphql.ts'
import { FeeTicks } from './FeeTicks.tsx'
import { GiveBackDocument } from './refunds.graphql.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Text } from '#ui/kit/Text.tsx'

export interface GiveBackProps {
  account: CounterAccountFactsFragment
  termId: string
  reload: () => Promise<unknown>
  /** Called with the new refund, to show its voucher. */
  onStored: (refundId: string) => void
  onClose: () => void
}

/** The dialog that gives money back. It opens empty: nothing is chosen for the person who gives. */
export function GiveBack({ account, termId, reload, onStored, onClose }: GiveBackProps) {
  const { schoolId } = useActiveSchool()
  const { student } = account
  const paid = account.fees.filter((fee) => fee.collected > 0)
  const command = useCommandForm({
    schema: refundForm,
    mutation: GiveBackDocument,
    defaultValues: {
      fees: [],
      // The form holds what is typed, and nothing is chosen yet.
      amount: '' as unknown as number,
      mode: '' as RefundMode,
      reference: '',
      reason: '',
      refundedOn: schoolDay(new Date()),
      askAgain: true,
    },
    variables: ({ fees, reference, ...input }, key) => ({
      schoolId,
      input: {
        ...input,
        ...(reference ? { reference } : {}),
        key,
        termId,
        studentId: student.id,
        fees: paid.filter((fee) => fees.includes(Number(fee.feeId))).map(({ feeId, version }) => ({ feeId, version })),
      },
    }),
    success: ({ giveBack }, { amount }) =>
      t`${showMoney(amount)} given back, voucher ${giveBack.account.refunds[0]?.refundNumber ?? ''}.`,
    failure: onceFailedMessage,
    // Somebody else changed the fees: the next try is about what they are now, and what was typed stays.
    onRefused: ({ code }) => {
      if (code === 'CONFLICT') void reload().catch(() => undefined)
    },
    onDone: ({ giveBack }) => {
      const [refund] = giveBack.account.refunds
      if (refund) onStored(refund.id)
    },
  })
  const [mode, ticked] = useWatch({ control: command.form.control, name: ['mode', 'fees'] })
  const wasOnline = paid.some((fee) => fee.lines.some((line) => line.mode === 'ONLINE'))
  const reference = mode ? refundReference(mode) : null
  const chosen = new Set(ticked.map(String))
  const most = sumMoney(paid.filter((fee) => chosen.has(fee.feeId)).map((fee) => fee.collected))
  return (
    <Dialog title={t`Give Back`} onClose={command.saving ? undefined : onClose} closesBeside={false}>
      <CommandForm command={command} submitLabel={t`Give Back`} onCancel={onClose} inDialog>
        <FormWide>
          <Text tone="quiet">
            {student.name}, {student.sectionName}
          </Text>
        </FormWide>
        <FormWide>
          <FeeTicks
            name="fees"
            label={t`Fees that were paid`}
            required
            hint={most > 0 ? t`At most ${showMoney(most)} goes back, from the last paid fee backwards` : undefined}
            fees={paid.map((fee) => ({ feeId: fee.feeId, title: feeTitle(fee), amount: showMoney(fee.collected) }))}
          />
        </FormWide>
        <MoneyField name="amount" label={t`Amount`} required />
        <SelectField
          name="mode"
          label={t`Paid back by`}
          required
          options={refundModeOptions(refundModes.filter((one) => wasOnline || one !== 'ONLINE'))}
        />
        {reference && (
          <FormWide>
            <TextField name="reference" label={reference.label} required autoComplete="off" />
          </FormWide>
        )}
        <DateField name="refundedOn" label={t`Date`} required max={schoolDay(new Date())} />
        <TextField name="reason" label={t`Reason`} required autoComplete="off" />
        <FormWide>
          <SwitchField
            name="askAgain"
            label={t`The fees are pending again`}
            hint={t`Switch it off where the student leaves: the same amounts are written off, and nobody is asked for them.`}
          />
        </FormWide>
        <FormWide>
          <Text tone="quiet" size="small">
            <Trans>The voucher gets the next number and opens for printing. Payer and receiver sign it.</Trans>
          </Text>
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
