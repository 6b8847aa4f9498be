import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
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
  SetCurrentTermDocument,
  TermKeptByDocument,
  type TermRowFragment,
  UpdateTermDocument,
} from './terms.graphql.ts'
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
    defaultValues: { name: '', startsOn: '' },
    variables: (input) => ({ schoolId, input }),
    success: t`Term Added Successfully!`,
    onDone: onClose,
  })
  return (
    <TermDialog
      title={t`Add Term`}
      command={command}
      onClose={onClose}
      hint={t`Such as 2027-28. It does not become current by itself.`}
    />
  )
}

/** Changes the name and the first day of a term. */
export function EditTerm({ term, onClose }: TermDialogProps) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: termForm,
    mutation: UpdateTermDocument,
    alsoChanges: ['shell'],
    defaultValues: { name: term.name, startsOn: term.startsOn },
    variables: (input) => ({ schoolId, input: { id: term.id, ...input } }),
    success: t`Term Updated Successfully!`,
    onDone: onClose,
  })
  return <TermDialog title={t`Edit Term`} command={command} onClose={onClose} hint={t`Everybody sees the new name at once.`} />
}

interface TermFormProps {
  title: string
  command: Command<{ name: string; startsOn?: unknown }, { name: string; startsOn?: string | undefined }>
  hint: string
  onClose: () => void
}

function TermDialog({ title, command, hint, onClose }: TermFormProps) {
  return (
    <Dialog title={title} onClose={onClose} size="small">
      <CommandForm command={command} submitLabel={title} onCancel={onClose} inDialog>
        <FormWide>
          <TextField name="name" label={t`Term Name`} required autoFocus autoComplete="off" hint={hint} />
        </FormWide>
        <FormWide>
          <DateField
            name="startsOn"
            label={t`Starts on`}
            hint={t`1 April of its year if left blank. Fees are due by the fee date of their month in this term.`}
          />
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
  const next = term.name
  const before = current?.name ?? ''
  return (
    <ConfirmDialog
      open
      title={t`Make ${term.name} the current term?`}
      confirmLabel={t`Make Current`}
      destructive={false}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(SetCurrentTermDocument, { schoolId, id: term.id }, { alsoChanges: ['shell'] })
        showSuccess(t`${term.name} Is The Current Term`)
      }}
    >
      <Text>
        {current
          ? t`Everybody in this school then works in ${next}, and no longer in ${before}. Nothing of ${before} is lost, and it can be made current again.`
          : t`Everybody in this school then works in ${next}.`}
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
      title={references.length > 0 ? t`${term.name} Cannot Be Deleted` : t`Delete ${term.name}?`}
      confirmLabel={t`Delete Term`}
      canConfirm={data !== undefined && references.length === 0}
      onClose={onClose}
      onConfirm={async () => {
        await sendCommand(DeleteTermDocument, { schoolId, id: term.id }, { alsoChanges: ['shell'] })
        showSuccess(t`Term Deleted Successfully!`)
      }}
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingState lines={2} />}
      {references.length > 0 && (
        <Text>{t`It has ${joinWithAnd(references)}. Only a term without classes, students and other records can be deleted.`}</Text>
      )}
      {data && references.length === 0 && (
        <Text>
          <Trans>The term has no classes, students or other records. This cannot be reversed.</Trans>
        </Text>
      )}
    </ConfirmDialog>
  )
}
