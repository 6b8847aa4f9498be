import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from '#ui/navigation.tsx'
import { scaleMoney, showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { monthlyFeeForm, oneTimeFeeForm } from '../../fees.schema.ts'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { AddFeesDocument } from './feeItems.graphql.ts'
import { DueDateField } from './DueDateField.tsx'
import { feesFailure } from './feesFailure.ts'
import { FixedField } from './FixedField.tsx'
import { categoriesAddress } from './InnerPage.tsx'
import { MonthsField, OneMonthField } from './MonthFields.tsx'
import { noCategories } from './structureTexts.ts'
import { useFeeCategories } from './useFeeCategories.ts'
import styles from './AddFees.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

type Mode = 'oneTime' | 'monthly'

/** The Add Fees tab: adds one fee to several categories, one time or by month. */
export default function AddFees() {
  const { termId } = useActiveSchool()
  const { categories, error, retry } = useFeeCategories()
  if (!categories) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState />
  if (categories.length === 0)
    return (
      <EmptyState
        text={noCategories}
        hint={t`Fees belong to a fees category, such as Class 7 or Hostel. Add one first.`}
        action={
          <Button as={Link} to={categoriesAddress()} variant="primary">
            <Trans>Fees Categories</Trans>
          </Button>
        }
      />
    )
  // Another term has other categories, so the form starts empty.
  return <Form key={termId} categories={categories} />
}

function Form({ categories }: { categories: readonly FeeCategoryRowFragment[] }) {
  const { schoolId } = useActiveSchool()
  const [mode, setMode] = useState<Mode>('oneTime')
  const command = useCommandForm({
    schema: mode === 'monthly' ? monthlyFeeForm : oneTimeFeeForm,
    mutation: AddFeesDocument,
    defaultValues: { feeCategoryIds: [], name: '', fixedAmount: true, amount: '', months: [], dueOn: '' },
    variables: ({ feeCategoryIds, ...fee }) => ({ schoolId, input: { ...fee, feeCategoryIds: feeCategoryIds.map(String) } }),
    success: ({ addFees }) => t`${addFees[0]?.name ?? ''} has been added successfully!`,
    failure: feesFailure,
    resetOnSuccess: 'name',
    // Several fees are usually added to the same categories and months.
    keptFields: ['feeCategoryIds', 'fixedAmount', 'months'],
  })

  function choose(next: Mode | null) {
    if (next === null) return
    setMode(next)
    command.form.setValue('months', [])
    command.form.clearErrors('months')
  }

  return (
    <div className={styles.column}>
      <ToggleGroup value={mode} onChange={(next: Mode) => choose(next)} aria-label={t`How often it is paid`}>
        <Toggle value="oneTime" className={styles.toggle}>
          <Trans>One time</Trans>
        </Toggle>
        <Toggle value="monthly" className={styles.toggle}>
          <Trans>Monthly</Trans>
        </Toggle>
      </ToggleGroup>
      <CommandForm command={command} submitLabel={t`Add Fees`}>
        <FormWide>
          <TextField name="name" label={t`Name for Fee`} required autoComplete="off" hint={t`Such as Tuition or Library`} />
        </FormWide>
        <FormWide>
          <CategoriesField categories={categories} />
        </FormWide>
        <FixedField />
        <AmountField />
        {mode === 'monthly' ? (
          <FormWide>
            <MonthsField />
          </FormWide>
        ) : (
          <>
            <OneMonthField />
            <DueOnField />
          </>
        )}
        <FormWide>
          <Summary />
        </FormWide>
      </CommandForm>
    </div>
  )
}

function CategoriesField({ categories }: { categories: readonly FeeCategoryRowFragment[] }) {
  const { setValue } = useFormContext()
  const chosen: string[] = useWatch({ name: 'feeCategoryIds' })
  const options = useMemo(() => categories.map(({ id, name }) => ({ value: id, label: name })), [categories])
  const allChosen = chosen.length === options.length
  return (
    <>
      <ChoiceField name="feeCategoryIds" label={t`Select Applicable Fees Categories`} required multiple options={options} />
      {options.length > 1 && (
        <Button
          variant="quiet"
          size="small"
          onClick={() =>
            setValue('feeCategoryIds', allChosen ? [] : options.map((option) => option.value), {
              shouldValidate: !allChosen,
              shouldDirty: true,
            })
          }
          className={styles.button}
        >
          {allChosen ? t`Choose none` : t`Choose all ${options.length}`}
        </Button>
      )}
    </>
  )
}

function AmountField() {
  const fixed: boolean = useWatch({ name: 'fixedAmount' })
  return fixed ? <MoneyField name="amount" label={t`Amount`} hint={t`₹0.00 if left blank`} /> : <span />
}

/** The due date of a fee without a month. */
function DueOnField() {
  const months: string[] = useWatch({ name: 'months' })
  return months.length === 0 ? <DueDateField /> : null
}

/** Describes what the button will add. */
function Summary() {
  const [chosen, months, fixed, amount]: [string[], string[], boolean, unknown] = useWatch({
    name: ['feeCategoryIds', 'months', 'fixedAmount', 'amount'],
  })
  if (chosen.length === 0) return null
  const each = months.length || 1
  const total = fixed && typeof amount === 'number' && Number.isSafeInteger(amount) ? scaleMoney(amount, each, 1) : null
  const feeCount = chosen.length * each
  return (
    <Text tone="quiet" role="status" size="small">
      {t`${plural(feeCount, { one: '# fee', other: '# fees' })} will be added: ${each} in each of ${plural(chosen.length, { one: '# category', other: '# categories' })}.`}
      {total !== null && (
        <>
          {' '}
          <Trans>A student of one of them pays {showMoney(total)}.</Trans>
        </>
      )}
    </Text>
  )
}
