import { useQuery } from '@apollo/client/react'
import Avatar from '@mui/material/Avatar'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { assignableRoles } from '../../../shared/roles.ts'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { ChoiceField } from '../../../ui/forms/ChoiceField.tsx'
import { FormWide } from '../../../ui/forms/CommandForm.tsx'
import { FileField } from '../../../ui/forms/FileField.tsx'
import { SelectField } from '../../../ui/forms/SelectField.tsx'
import { PhoneField, TextField } from '../../../ui/forms/TextField.tsx'
import { ClassChoicesDocument, type UserRowFragment } from './users.graphql.ts'

const roleOptions = assignableRoles.map((role) => ({ value: role, label: role }))

interface UserFieldsProps {
  classes?: UserRowFragment['classes']
  /** Where the stored photo can be looked at. */
  photoUrl?: string | null
}

/** The fields of the user form: classes for an ADMIN, zoom for a TEACHER. */
export function UserFields({ classes = [], photoUrl = null }: UserFieldsProps) {
  const role: unknown = useWatch({ name: 'role' })
  return (
    <>
      <TextField name="name" label="Name" required autoComplete="off" />
      <PhoneField name="phone" label="Phone" required helperText="Exactly 10 digits, without a country code" />
      <TextField name="email" label="Email" type="email" inputMode="email" required autoComplete="off" />
      <SelectField name="role" label="Permissions" required options={roleOptions} />
      {role === 'ADMIN' && (
        <FormWide>
          <ClassesSelect assigned={classes} />
        </FormWide>
      )}
      {role === 'TEACHER' && (
        <>
          <TextField name="zoomId" label="Zoom ID" autoComplete="off" />
          <TextField name="zoomPassword" label="Zoom Password" autoComplete="off" />
          <FormWide>
            <TextField
              name="zoomLink"
              label="Zoom Link"
              type="url"
              autoComplete="off"
              helperText="Opens when the teacher starts a live lecture"
            />
          </FormWide>
        </>
      )}
      <FormWide>
        <FileField
          name="photoFile"
          label="Photo"
          purpose="user-photo"
          storedUrl={photoUrl}
          preview={(address) => <Avatar src={address} alt="The photo" variant="rounded" sx={{ width: 64, height: 64 }} />}
        />
      </FormWide>
    </>
  )
}

/** The classes of the current term, and those of other terms that are assigned already. */
function ClassesSelect({ assigned }: { assigned: UserRowFragment['classes'] }) {
  const { schoolId, terms, termId } = useActiveSchool()
  const current = terms.find((term) => term.current)?.id ?? termId
  const { data, loading } = useQuery(ClassChoicesDocument, { variables: { schoolId, termId: current } })
  const options = useMemo(() => {
    const others = assigned.filter((one) => one.termId !== current)
    return [
      ...(data?.classes ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ...others.map(({ id, name, termName }) => ({ value: id, label: `${name} (${termName})` })),
    ]
  }, [data, assigned, current])
  return (
    <ChoiceField
      name="classIds"
      label="Classes"
      multiple
      options={options}
      loading={loading && !data}
      helperText="Leave blank to give access to all classes"
    />
  )
}

/** The password section (specification, section 2), with what happens when it stays empty. */
export function PasswordFields({ hint }: { hint: string }) {
  return (
    <>
      <FormWide>
        <Typography variant="h3" component="h2" sx={{ mt: 1 }}>
          Password
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      </FormWide>
      <TextField name="password" label="Password" type="password" autoComplete="new-password" />
      <TextField name="confirmPassword" label="Confirm Password" type="password" autoComplete="new-password" />
    </>
  )
}
