import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { assignableRoles } from '#shared/roles.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { OneTimeCodeDialog } from '#ui/OneTimeCodeDialog.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { passwordForm, userUpdate } from '../users.schema.ts'
import { PasswordFields, UserFields } from './UserFields.tsx'
import {
  HandOutUserCodeDocument,
  SetUserPasswordDocument,
  UpdateUserDocument,
  type UserDetailsFragment,
  UserDocument,
} from './users.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Divider } from '#ui/kit/Divider.tsx'

const failed = (message: string) => t`Something went wrong. Here’s the error: ${message}`

/** The dialog Edit User: the form with the password section below it. */
export function EditUser({ id, onClose }: { id: string; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(UserDocument, {
    variables: { schoolId, id },
    // Reloads the user, because somebody else may have changed it since the list was loaded.
    fetchPolicy: 'network-only',
  })
  return (
    <Dialog title={t`Edit User`} onClose={onClose} size="large">
      <DialogBody>
        {data ? (
          <Stack gap={5}>
            <DetailsForm user={data.user} onDone={onClose} />
            {data.user.viewerCan.setPassword.allowed && (
              <>
                <Divider />
                <PasswordForm id={id} />
                <OneTimeCode user={data.user} />
              </>
            )}
          </Stack>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function DetailsForm({ user, onDone }: { user: UserDetailsFragment; onDone: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, name, phone, email, zoomId, zoomPassword, zoomLink, photoFile, photoUrl, limitedToClasses, classes } = user
  const role = assignableRoles.find((assignable) => assignable === user.role)
  const command = useCommandForm({
    schema: userUpdate,
    mutation: UpdateUserDocument,
    defaultValues: {
      id,
      name,
      phone,
      email,
      ...(role ? { role } : {}),
      limitedToClasses,
      classIds: classes.map((assigned) => assigned.id),
      zoomId,
      zoomPassword: zoomPassword ?? '',
      zoomLink,
      photoFile: photoFile ?? '',
    },
    variables: (input) => ({ schoolId, input: { ...input, id, classIds: input.classIds.map(String) } }),
    success: t`User Was Successfully Updated!`,
    failure: failed,
    onDone,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update User`}>
      <UserFields classes={classes} photoUrl={photoUrl} stored={user.role} fixed={user.viewerCan.changeRole.reason} />
    </CommandForm>
  )
}

/** Button that creates a one-time code for a user to whom none can be sent, or who forgot the password. */
function OneTimeCode({ user: { id, name, viewerCan } }: { user: UserDetailsFragment }) {
  const { schoolId } = useActiveSchool()
  const [open, setOpen] = useState(false)
  const [make] = useCommand(HandOutUserCodeDocument)
  if (!viewerCan.handOutCode.allowed) return null
  return (
    <div>
      <Button onClick={() => setOpen(true)}>
        <Trans>Make a one-time code</Trans>
      </Button>
      {open && (
        <OneTimeCodeDialog
          name={name}
          make={async () => (await make({ schoolId, id }))?.handOutUserCode ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function PasswordForm({ id }: { id: string }) {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: passwordForm,
    mutation: SetUserPasswordDocument,
    defaultValues: { password: '', confirmPassword: '' },
    variables: ({ password }) => ({ schoolId, input: { id, password } }),
    success: t`Password Was Successfully Updated!`,
    failure: failed,
    resetOnSuccess: true,
  })
  return (
    <CommandForm command={command} submitLabel={t`Update Password`}>
      <PasswordFields hint={t`10 characters. The user is signed out everywhere and signs in with the new one.`} />
    </CommandForm>
  )
}
