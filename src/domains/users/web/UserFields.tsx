import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { assignableRoles, roleLabels } from '#shared/roles.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ChoiceField } from '#ui/forms/ChoiceField.tsx'
import { FormWide } from '#ui/forms/CommandForm.tsx'
import { FileField } from '#ui/forms/FileField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { PhoneField, TextField } from '#ui/forms/TextField.tsx'
import { ClassChoicesDocument, UserRolesDocument, type UserRowFragment } from './users.graphql.ts'
import styles from './UserFields.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Photo } from '#ui/kit/Photo.tsx'
import { Stack } from '#ui/kit/Stack.tsx'

interface UserFieldsProps {
  /** The user's stored role, which is always offered. */
  stored?: string
  /** Why the viewer may not change the permission and classes of this user; null when allowed. */
  fixed?: string | null
  classes?: UserRowFragment['classes']
  /** Address of the stored photo. */
  photoUrl?: string | null
}

/** The fields of the user form: classes for an ADMIN, zoom for a TEACHER. */
export function UserFields({ classes = [], photoUrl = null, stored, fixed = null }: UserFieldsProps) {
  const role: unknown = useWatch({ name: 'role' })
  const roles = useUserRoles()
  const offered = assignableRoles.filter(
    (role) => role === stored || (fixed === null && roles.find((answer) => answer.role === role)?.viewerCan.allowed !== false),
  )
  const reason = fixed ?? roles.find((answer) => !offered.some((offeredRole) => offeredRole === answer.role))?.viewerCan.reason
  return (
    <>
      <TextField name="name" label={t`Name`} required autoComplete="off" />
      <PhoneField name="phone" label={t`Phone`} required hint={t`Exactly 10 digits, without a country code`} />
      <TextField name="email" label={t`Email`} type="email" inputMode="email" required autoComplete="off" />
      <SelectField
        name="role"
        label={t`Permissions`}
        required
        options={offered.map((offeredRole) => ({ value: offeredRole, label: roleLabels[offeredRole] }))}
        hint={reason}
        disabled={fixed !== null}
      />
      {role === 'ADMIN' && (
        <FormWide>
          <ClassesFields
            assigned={classes}
            required={roles.some((answer) => answer.role === 'ADMIN' && answer.classesRequired)}
            disabled={fixed !== null}
          />
        </FormWide>
      )}
      {role === 'TEACHER' && (
        <>
          <TextField name="zoomId" label={t`Zoom ID`} autoComplete="off" />
          <TextField name="zoomPassword" label={t`Zoom Password`} autoComplete="off" />
          <FormWide>
            <TextField
              name="zoomLink"
              label={t`Zoom Link`}
              type="url"
              autoComplete="off"
              hint={t`Opens when the teacher starts a live lecture`}
            />
          </FormWide>
        </>
      )}
      <FormWide>
        <FileField
          name="photoFile"
          label={t`Photo`}
          purpose="user-photo"
          storedUrl={photoUrl}
          preview={(address) => <Photo src={address} alt={t`The photo`} className={styles.avatar} />}
        />
      </FormWide>
    </>
  )
}

/** Returns the server's answer for each role; empty while loading. */
function useUserRoles() {
  const { schoolId } = useActiveSchool()
  return useQuery(UserRolesDocument, { variables: { schoolId } }).data?.userRoles ?? []
}

/**
 * A selector of the current term's classes, and of assigned classes of other terms. While none is chosen, a switch says
 * whether the admin sees all classes or none.
 */
function ClassesFields({
  assigned,
  required,
  disabled,
}: {
  assigned: UserRowFragment['classes']
  required: boolean
  disabled: boolean
}) {
  const { schoolId, terms, termId } = useActiveSchool()
  const current = terms.find((term) => term.current)?.id ?? termId
  const { data, loading } = useQuery(ClassChoicesDocument, { variables: { schoolId, termId: current } })
  const options = useMemo(() => {
    const others = assigned.filter((assignedClass) => assignedClass.termId !== current)
    return [
      ...(data?.classes ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ...others.map(({ id, name, termName }) => ({ value: id, label: `${name} (${termName})` })),
    ]
  }, [data, assigned, current])
  const [chosen, isLimited]: [string[], boolean] = useWatch({ name: ['classIds', 'limitedToClasses'] })
  return (
    <Stack gap={2}>
      <ChoiceField
        name="classIds"
        label={t`Classes`}
        multiple
        options={options}
        loading={loading && !data}
        required={required}
        disabled={disabled}
        hint={
          required
            ? t`Choose one or more of your own classes`
            : isLimited
              ? undefined
              : t`Leave blank to give access to all classes`
        }
      />
      {!required && chosen.length === 0 && (
        <SwitchField
          name="limitedToClasses"
          label={t`No access until classes are chosen`}
          hint={
            isLimited
              ? t`This administrator is limited to classes and has none, and so sees no class and no student. Choose classes, or turn this off to give access to all classes.`
              : undefined
          }
          disabled={disabled}
        />
      )}
    </Stack>
  )
}

/** The password section (specification, section 2), with a hint about leaving it blank. */
export function PasswordFields({ hint }: { hint: string }) {
  return (
    <>
      <FormWide>
        <Heading level={3} as="h2" className={styles.spaced}>
          <Trans>Password</Trans>
        </Heading>
        <Text tone="quiet" size="small">
          {hint}
        </Text>
      </FormWide>
      <TextField name="password" label={t`Password`} type="password" autoComplete="new-password" />
      <TextField name="confirmPassword" label={t`Confirm Password`} type="password" autoComplete="new-password" />
    </>
  )
}
