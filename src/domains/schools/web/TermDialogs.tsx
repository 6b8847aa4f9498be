import { useQuery } from '#ui/data/useQuery.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm, type CommandForm as Command } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { showSuccess } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { termForm } from '../schools.schema.ts'
import {
  AddTermDocument,
  DeleteTermDocument,
  RenameTermDocument,
  SetCurrentTermDocument,
  TermKeptByDocument,
  type TermRowFragment,
} from './schools.graphql.ts'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

interface TermDialogProps {
  term: TermRowFragment
  onClose: () => void
}

/** Adds a term, which does not become current. */
export function AddTerm({ onClose }: Pick<TermDialogProps, 'onClose'>) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: termForm,
    mutation: AddTermDocument,
    alsoChanges: ['shell'],
    defaultValues: { name: '' },
    variables: (input) => ({ schoolId, input }),
    success: 'Term Added Successfully!',
    onDone: onClose,
  })
  return (
    <NameDialog
      title="Add Term"
      command={command}
      onClose={onClose}
      hint="Such as 2027-28. It does not become current by itself."
    />
  )
}

/** Renames a term. */
export function RenameTerm({ term, onClose }: TermDialogProps) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: termForm,
    mutation: RenameTermDocument,
    alsoChanges: ['shell'],
    defaultValues: { name: term.name },
    variables: (input) => ({ schoolId, input: { id: term.id, ...input } }),
    success: 'Term Updated Successfully!',
    onDone: onClose,
  })
  return <NameDialog title="Rename Term" command={command} onClose={onClose} hint="Everybody sees the new name at once." />
}

interface NameDialogProps {
  title: string
  command: Command<{ name: string }>
  hint: string
  onClose: () => void
}

function NameDialog({ title, command, hint, onClose }: NameDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} size="small">
      <CommandForm command={command} submitLabel={title} onCancel={onClose} inDialog>
        <FormWide>
          <TextField name="name" label="Term Name" required autoFocus autoComplete="off" hint={hint} />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}

/** Asks for confirmation before everybody's screens change to another term. */
export function MakeTermCurrent({ term, terms, onClose }: TermDialogProps & { terms: readonly TermRowFragment[] }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const current = terms.find((other) => other.current)
  return (
    <ConfirmDialog
      open
      title={`Make ${term.name} the current term?`}
      confirmLabel="Make Current"
      destructive={false}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(SetCurrentTermDocument, { schoolId, id: term.id }, { alsoChanges: ['shell'] })
        showSuccess(`${term.name} Is The Current Term`)
      }}
    >
      <Text>
        Everybody in this school then works in {term.name}
        {current
          ? `, and no longer in ${current.name}. Nothing of ${current.name} is lost, and it can be made current again.`
          : '.'}
      </Text>
    </ConfirmDialog>
  )
}

/** Counts the records of a term. Asks for confirmation to delete it, or lists the records that prevent it. */
export function DeleteTerm({ term, onClose }: TermDialogProps) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { data, error } = useQuery(TermKeptByDocument, { variables: { schoolId, id: term.id }, fetchPolicy: 'read-once' })
  const references = data?.termKeptBy ?? []
  return (
    <ConfirmDialog
      open
      title={references.length > 0 ? `${term.name} Cannot Be Deleted` : `Delete ${term.name}?`}
      confirmLabel="Delete Term"
      canConfirm={data !== undefined && references.length === 0}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(DeleteTermDocument, { schoolId, id: term.id }, { alsoChanges: ['shell'] })
        showSuccess('Term Deleted Successfully!')
      }}
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingState lines={2} />}
      {references.length > 0 && (
        <Text>{`It has ${joinWithAnd(references)}. Only a term without classes, students and other records can be deleted.`}</Text>
      )}
      {data && references.length === 0 && (
        <Text>The term has no classes, students or other records. This cannot be reversed.</Text>
      )}
    </ConfirmDialog>
  )
}
