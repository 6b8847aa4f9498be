import { useQuery } from '@apollo/client/react'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { z } from 'zod'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { type Retention, retentionForm } from '../privacy.schema.ts'
import { RetentionDocument, type RetentionFactsFragment, SaveRetentionDocument } from './privacy.graphql.ts'

type Field = keyof Retention

/** A field holds what was typed: nothing means as long as the school is here. */
const typed = (text: string) => (text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text) : text)
const dayField = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform(typed)
    .pipe(schema as never) as z.ZodType<z.output<Schema>, string>
const form = z.object({
  chatDays: dayField(retentionForm.shape.chatDays),
  messageDays: dayField(retentionForm.shape.messageDays),
  gateDays: dayField(retentionForm.shape.gateDays),
  incidentDays: dayField(retentionForm.shape.incidentDays),
  accountDays: dayField(retentionForm.shape.accountDays),
  documentDays: dayField(retentionForm.shape.documentDays),
  auditDays: dayField(retentionForm.shape.auditDays),
})

const fields: readonly { name: Field; label: string; helperText: string }[] = [
  { name: 'chatDays', label: 'Chat', helperText: 'Messages with their attachments; 30 days at least' },
  { name: 'messageDays', label: 'Messages to families', helperText: 'Texts, phones and what became of them; 90 days at least' },
  { name: 'gateDays', label: 'Scans at the gate', helperText: '30 days at least' },
  { name: 'incidentDays', label: 'Texts of incidents', helperText: 'Types and points stay; 365 days at least' },
  {
    name: 'accountDays',
    label: 'Accounts of students who left',
    helperText: 'Disabled for so long, and without a new place since; 30 days at least',
  },
  { name: 'documentDays', label: 'Reports and other documents', helperText: '1 to 30 days after they were made' },
  { name: 'auditDays', label: 'Audit log', helperText: '365 days at least' },
]

/** The tab Privacy: how long the school keeps what. */
export function RetentionSettings() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(RetentionDocument, {
    variables: { schoolId },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={6} />
  const { allowed, reason } = data.retention.viewerCan.save
  if (!allowed) return <Alert severity="info">{reason}</Alert>
  return <RetentionFields retention={data.retention} />
}

function RetentionFields({ retention }: { retention: RetentionFactsFragment }) {
  const { schoolId } = useActiveSchool()
  const text = (name: Field) => String(retention[name] ?? '')
  const command = useCommandForm({
    schema: form,
    mutation: SaveRetentionDocument,
    defaultValues: Object.fromEntries(fields.map(({ name }) => [name, text(name)])),
    variables: (input) => ({ schoolId, input }),
    success: 'Settings Updated Successfully!',
    refetch: ['Retention'],
  })
  return (
    <CommandForm command={command} submitLabel="Update Settings">
      <FormWide>
        <Typography sx={{ color: 'text.secondary' }}>
          How many days the school keeps what; an empty field keeps it as long as the school is here. What is older is removed
          every night, for good. Money and issued certificates are kept always.
        </Typography>
      </FormWide>
      {fields.map(({ name, label, helperText }) => (
        <TextField
          key={name}
          name={name}
          label={`${label}, in days`}
          inputMode="numeric"
          autoComplete="off"
          helperText={helperText}
        />
      ))}
    </CommandForm>
  )
}
