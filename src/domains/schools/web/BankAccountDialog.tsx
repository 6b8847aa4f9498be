import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { bankAccountUpdate, newBankAccount } from '../schools.schema.ts'
import { AddBankAccountDocument, type BankAccountRowFragment, UpdateBankAccountDocument } from './bankAccounts.graphql.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The specification gives these messages for adding and for updating. */
const success = t`Account Updated Successfully!`
const failure = (message: string) => t`Something Went Wrong. Here’s the error: ${message}`

/** The dialog that adds an account (`account` is null) or updates one. */
export function BankAccountDialog({ account, onClose }: { account: BankAccountRowFragment | null; onClose: () => void }) {
  return (
    <Dialog title={account ? t`Edit Account` : t`Add Account`} onClose={onClose}>
      {account ? <UpdateForm account={account} onClose={onClose} /> : <AddForm onClose={onClose} />}
    </Dialog>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: newBankAccount,
    mutation: AddBankAccountDocument,
    defaultValues: { name: '', accNumber: '', ifsc: '', keyId: '', keySecret: '', misc: '' },
    variables: (input) => ({ schoolId, input }),
    success,
    failure,
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Add Account`} onCancel={onClose} inDialog>
      <AccountFields />
    </CommandForm>
  )
}

function UpdateForm({ account, onClose }: { account: BankAccountRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, name, accNumber, ifsc, keyId } = account
  const command = useCommandForm({
    schema: bankAccountUpdate,
    mutation: UpdateBankAccountDocument,
    defaultValues: { id, name, accNumber, ifsc, keyId, keySecret: '', misc: '' },
    variables: (input) => ({ schoolId, input: { ...input, id } }),
    success,
    failure,
    onDone: onClose,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Account`} onCancel={onClose} inDialog>
      <AccountFields stored />
    </CommandForm>
  )
}

function AccountFields({ stored = false }: { stored?: boolean }) {
  const secretHint = stored ? t`Saved, but never shown. Leave it empty to keep it.` : t`Saved encrypted, and not shown again.`
  return (
    <>
      <FormWide>
        <TextField name="name" label={t`Name`} required autoFocus autoComplete="off" />
      </FormWide>
      <TextField name="accNumber" label={t`Account Number`} required inputMode="numeric" autoComplete="off" />
      <TextField name="ifsc" label={t`IFSC`} required maxLength={11} autoComplete="off" hint={t`Such as SBIN0001234`} />
      <TextField name="keyId" label={t`Key ID`} required autoComplete="off" hint={t`The merchant key of the payment gateway`} />
      <TextField
        name="keySecret"
        label={t`Key Secret`}
        type="password"
        required={!stored}
        autoComplete="new-password"
        hint={secretHint}
      />
      <FormWide>
        <TextField
          name="misc"
          label={t`Miscellaneous Data`}
          type="password"
          required={!stored}
          autoComplete="new-password"
          hint={secretHint}
        />
      </FormWide>
    </>
  )
}
