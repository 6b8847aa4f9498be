import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { showError, showSuccess } from '#ui/snackbars.tsx'
import { formatFailureText } from '../certificateTexts.ts'
import { type CertificateFormatRowFragment, SetUsualCertificateFormatDocument } from './formats.graphql.ts'

/** The button that sets or clears the school's usual format. */
export function UsualFormat({ format: { id, name, usual } }: { format: CertificateFormatRowFragment }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const [saving, setSaving] = useState(false)

  async function change() {
    setSaving(true)
    try {
      await client.mutate({
        mutation: SetUsualCertificateFormatDocument,
        variables: { schoolId, input: { id, usual: !usual } },
      })
      showSuccess(usual ? 'There is no usual format now.' : `${name} is the usual format now.`)
    } catch (error) {
      const failure = failureOf(error)
      if (!endsSession(failure)) showError(formatFailureText(genericMessage(failure)))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Button
      loading={saving}
      onClick={() => void change()}
      aria-label={usual ? `Remove as usual: ${name}` : `Make usual: ${name}`}
    >
      {usual ? 'Remove as usual' : 'Make usual'}
    </Button>
  )
}
