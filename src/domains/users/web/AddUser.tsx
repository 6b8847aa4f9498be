import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { newUserForm } from '../users.schema.ts'
import { PasswordFields, UserFields } from './UserFields.tsx'
import { UserGuide } from './UserGuide.tsx'
import { AddUserDocument } from './users.graphql.ts'

/** The tab Add User. */
export default function AddUser() {
  const { schoolId } = useActiveSchool()
  const command = useCommandForm({
    schema: newUserForm,
    mutation: AddUserDocument,
    defaultValues: {
      name: '',
      phone: '',
      email: '',
      limitedToClasses: false,
      classIds: [],
      zoomId: '',
      zoomPassword: '',
      zoomLink: '',
      photoFile: '',
      password: '',
      confirmPassword: '',
    },
    variables: ({ confirmPassword: _confirmed, classIds, ...input }) => ({
      schoolId,
      input: { ...input, classIds: classIds.map(String) },
    }),
    success: t`User Was Successfully Added!`,
    failure: (message) => t`Something Went Wrong. ${message}`,
    resetOnSuccess: true,
  })
  return (
    <>
      <CommandForm command={command} submitLabel={t`Add User`}>
        <UserFields />
        <PasswordFields
          hint={t`10 characters. Without one, the first sign-in takes the phone number and a one-time code that is sent to it.`}
        />
      </CommandForm>
      <UserGuide adding="one" />
    </>
  )
}
