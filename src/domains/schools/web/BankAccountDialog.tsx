import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { bankAccountUpdate, newBankAccount } from '../schools.schema.ts'
import { AddBankAccountDocument, type BankAccountRowFragment, UpdateBankAccountDocument } from './bankAccounts.graphql.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The specification gives these messages for adding and for updating. */
const success = 'Account Updated Successfully!'
const failure = (message: string) => `Something Went Wrong. Heres the error ${message}`

/** The dialog that adds an account (`account` is null) or updates one. */
export function BankAccountDialog({ account, onClose }: { account: BankAccountRowFragment | null; onClose: () => void }) {
  return (
    <Dialog title={account ? 'Edit Account' : 'Add Account'} onClose={onClose}>
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
    <CommandForm command={command} submitLabel="Add Account" onCancel={onClose} inDialog>
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
    <CommandForm command={command} submitLabel="Update Account" onCancel={onClose} inDialog>
      <AccountFields stored />
    </CommandForm>
  )
}

function AccountFields({ stored = false }: { stored?: boolean }) {
  const secretHint = stored ? 'Stored, but never shown. Leave it empty to keep it.' : 'Stored encrypted, and not shown again.'
  return (
    <>
      <FormWide>
        <TextField name="name" label="Name" required autoFocus autoComplete="off" />
      </FormWide>
      <TextField name="accNumber" label="Account Number" required inputMode="numeric" autoComplete="off" />
      <TextField name="ifsc" label="IFSC" required maxLength={11} autoComplete="off" hint="Such as SBIN0001234" />
      <TextField name="keyId" label="Key ID" required autoComplete="off" hint="The merchant key of the payment gateway" />
      <TextField
        name="keySecret"
        label="Key Secret"
        type="password"
        required={!stored}
        autoComplete="new-password"
        hint={secretHint}
      />
      <FormWide>
        <TextField
          name="misc"
          label="Miscellaneous Data"
          type="password"
          required={!stored}
          autoComplete="new-password"
          hint={secretHint}
        />
      </FormWide>
    </>
  )
}
