import { t } from '@lingui/core/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { feeCategoryForm, feeCategoryFormFor, feeCategoryUpdate } from '../../fees.schema.ts'
import {
  AddFeeCategoryDocument,
  type FeeCategoryWithLateFeeFragment,
  FeeBankAccountsDocument,
  FeeCategoryRuleDocument,
  UpdateFeeCategoryDocument,
} from './feeCategories.graphql.ts'
import { CategoryClasses } from './CategoryClasses.tsx'
import { CategoryLateFee, lateFeeValues } from './CategoryLateFee.tsx'
import { feesFailure } from './feesFailure.ts'
import type { FeeCategoryScope } from '#ui/generated/schema.types.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The dialog that adds a category (`category` null) or updates one. */
export function CategoryDialog({ category, onClose }: { category: FeeCategoryWithLateFeeFragment | null; onClose: () => void }) {
  return (
    <Dialog title={category ? t`Edit Fees Category` : t`Add Fees Category`} onClose={onClose}>
      {category ? <UpdateForm category={category} onClose={onClose} /> : <AddForm onClose={onClose} />}
    </Dialog>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { schoolId, termId, school } = useActiveSchool()
  const client = useDataClient()
  const schema = useMemo(() => feeCategoryFormFor(feeCategoryForm, choosesAccount(school.flags)), [school])
  const command = useCommandForm({
    schema,
    mutation: AddFeeCategoryDocument,
    defaultValues: {
      termId,
      name: '',
      bankAccountId: '',
      lateFee: lateFeeValues(null),
      scope: 'HAND',
      classIds: [],
      apply: null,
    },
    variables: ({ name, bankAccountId, lateFee, ...rule }) => ({
      schoolId,
      input: { termId, name, bankAccountId: bankAccountIdInput(bankAccountId), lateFee: lateFee ?? null, ...ruleInput(rule) },
    }),
    success: ({ addFeeCategory }) => t`${addFeeCategory.name} has been added successfully!`,
    failure: feesFailure,
    // Students came or went: show the new numbers, and keep what was chosen.
    onRefused: () => void client.renew(FeeCategoryRuleDocument),
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Add Fees Category`} onCancel={onClose} inDialog>
      <CategoryFields category={null} />
    </CommandForm>
  )
}

function UpdateForm({ category, onClose }: { category: FeeCategoryWithLateFeeFragment; onClose: () => void }) {
  const { schoolId, school } = useActiveSchool()
  const { id } = category
  const client = useDataClient()
  const schema = useMemo(() => feeCategoryFormFor(feeCategoryUpdate, choosesAccount(school.flags)), [school])
  const command = useCommandForm({
    schema,
    mutation: UpdateFeeCategoryDocument,
    defaultValues: {
      id,
      name: category.name,
      bankAccountId: category.bankAccount?.id ?? '',
      lateFee: lateFeeValues(category),
      scope: category.scope,
      classIds: category.classes.map((row) => row.id),
      apply: null,
    },
    variables: ({ name, bankAccountId, lateFee, ...rule }) => ({
      schoolId,
      input: { id, name, bankAccountId: bankAccountIdInput(bankAccountId), lateFee: lateFee ?? null, ...ruleInput(rule) },
    }),
    success: ({ updateFeeCategory }) => t`${updateFeeCategory.name} has been updated successfully!`,
    failure: feesFailure,
    // Students came or went: show the new numbers, and keep what was chosen.
    onRefused: () => void client.renew(FeeCategoryRuleDocument),
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Fees Category`} onCancel={onClose} inDialog>
      <CategoryFields category={category} />
    </CommandForm>
  )
}

/** Whether a category needs a chosen bank account: where the school has one for all, the server gives it. */
function choosesAccount({ onlineFees, multipleAccounts }: { onlineFees: boolean; multipleAccounts: boolean }): boolean {
  return onlineFees && multipleAccounts
}

function bankAccountIdInput(bankAccountId: number | null): string | null {
  return bankAccountId === null ? null : String(bankAccountId)
}

interface RuleOutput {
  scope?: FeeCategoryScope | undefined
  classIds?: readonly number[] | undefined
  apply?: { added: number; removed: number } | null | undefined
}

function ruleInput({ scope = 'HAND', classIds = [], apply = null }: RuleOutput) {
  return { scope, classIds: scope === 'CLASSES' ? classIds.map(String) : [], apply }
}

function CategoryFields({ category }: { category: FeeCategoryWithLateFeeFragment | null }) {
  const { schoolId, school } = useActiveSchool()
  const { data, loading } = useQuery(FeeBankAccountsDocument, { variables: { schoolId } })
  const { onlineFees, multipleAccounts } = school.flags
  const options = useMemo(
    () => (data?.feeBankAccounts ?? []).map(({ id, name, accNumber }) => ({ value: id, label: `${name} · ${accNumber}` })),
    [data],
  )
  const missing = onlineFees && data !== undefined && options.length === 0
  return (
    <>
      <FormWide>
        <TextField
          name="name"
          label={t`Name`}
          required
          autoFocus
          autoComplete="off"
          hint={t`What a group of students pays, such as Class 7 or Hostel`}
        />
      </FormWide>
      {(multipleAccounts ? onlineFees || options.length > 0 : missing) && (
        <FormWide>
          <ChoiceField
            name="bankAccountId"
            label={t`Bank Account`}
            required={onlineFees}
            options={options}
            loading={loading}
            hint={
              missing
                ? t`This school has no bank account yet. A super administrator adds one in the settings.`
                : t`Fees paid online go to this account`
            }
          />
        </FormWide>
      )}
      <CategoryLateFee />
      <CategoryClasses category={category} />
    </>
  )
}
