import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { loginEmail, loginFormatProblem, loginPlaceholders } from '#shared/loginEmail.ts'
import { ColorField } from '#ui/forms/ColorField.tsx'
import { FormGrid, FormWide } from '#ui/forms/CommandForm.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField, type SwitchQuestion } from '#ui/forms/SwitchField.tsx'
import { PhoneField, TextField } from '#ui/forms/TextField.tsx'
import { TimeField } from '#ui/forms/TimeField.tsx'
import { exampleReceiptNumber } from '#domains/fees/web/fees.exports.tsx'
import { keepsLoginFormat, loginModules, paperFields, platformSettings } from '../schools.rules.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((label, day) => ({
  value: String(day),
  label,
}))

interface SchoolFieldsProps {
  /** False for an ADMIN: what only a SUPERADMIN may change is shown and cannot be touched. */
  platform: boolean
  /** The term and the attendance type: to be chosen for a new school, shown for an existing one. */
  fixed: ReactNode
  logo?: ReactNode
  /** The head's signature; a new school gets one later. */
  signature?: ReactNode
}

const paperHints: Readonly<Record<string, string>> = {
  udise: 'Exactly 11 digits',
  email: 'As it stands in the letterhead',
  medium: 'The language of instruction',
}

/** The question before a school becomes a society, or a society a school. */
function askAboutSociety(next: boolean): SwitchQuestion {
  if (next)
    return {
      title: 'Make this a society?',
      text: 'Once saved, it is listed under Societies instead of Schools. A super administrator can open it there and turn this off again. Its users, students and money stay, and its people sign in as before.',
      confirmLabel: 'Make it a society',
    }
  return {
    title: 'Make this a school?',
    text: 'Once saved, it is listed under Schools again. Nothing else changes.',
    confirmLabel: 'Make it a school',
  }
}

/** Every setting of a school, in groups. Add School and School Settings share it. */
export function SchoolFields({ platform, fixed, logo, signature }: SchoolFieldsProps) {
  return (
    <FormWide>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {!platform && (
          <Alert severity="info">
            What is greyed out is set by the super administrator: the modules, the sender ID, the logo and the fee percent.
          </Alert>
        )}
        <Group title="School">
          <TextField name="name" label="Name" required autoComplete="off" />
          <PhoneField name="adminPhone" label="Admin Phone" required helperText="Exactly 10 digits, without a country code" />
          <FormWide>
            <TextField name="description" label="Description" multiline minRows={2} />
          </FormWide>
          {fixed}
          <ColorField name="accentColor" label="Accent Colour" helperText="The colour of buttons and links for this school" />
          {logo && <FormWide>{logo}</FormWide>}
          <SwitchField
            name="isSociety"
            label={platformSettings.isSociety}
            disabled={!platform}
            helperText="A society stands for a group of schools. Super administrators find it under Societies"
            ask={askAboutSociety}
          />
        </Group>
        <Group title="On papers">
          {Object.entries(paperFields).map(([name, label]) => (
            <TextField key={name} name={name} label={label} autoComplete="off" helperText={paperHints[name]} />
          ))}
          {signature && <FormWide>{signature}</FormWide>}
        </Group>
        <Group title="Attendance">
          <TextField
            name="defaultMins"
            label="Default Minutes"
            type="number"
            inputMode="numeric"
            helperText="Length of a lecture, in minutes"
          />
          <TextField
            name="displayMins"
            label="Display Minutes"
            autoComplete="off"
            helperText="Lengths to choose from, separated by commas: 30, 45, 60"
          />
          <SwitchField name="onlyAbsent" label="Only Absent" helperText="Messages about absent students only" />
          <SwitchField name="defaultAbsent" label="Default Absent" helperText="Students are absent until they are marked" />
          <SwitchField name="showRegisterNo" label="Show Register No" helperText="Beside the roll number in lists and reports" />
          <SwitchField name="breakdownLectures" label="Breakdown Lectures" helperText="Reports show every lecture by itself" />
        </Group>
        <Group title="Messages">
          <SwitchField
            name="smsDisabled"
            label={platformSettings.smsDisabled}
            disabled={!platform}
            helperText="No SMS goes out for this school"
          />
          <SwitchField
            name="whatsapp"
            label={platformSettings.whatsapp}
            disabled={!platform}
            helperText="Messages go by WhatsApp first, and by SMS where that fails"
          />
          <SwitchField
            name="manySchoolNames"
            label={platformSettings.manySchoolNames}
            disabled={!platform}
            helperText="Each class has a school name of its own in messages"
          />
          <Box />
          <TextField
            name="senderId"
            label={platformSettings.senderId}
            required
            disabled={!platform}
            maxLength={6}
            autoComplete="off"
            helperText="The six letters or digits messages come from, as registered for SMS"
          />
          <TextField
            name="dltEntityId"
            label={platformSettings.dltEntityId}
            disabled={!platform}
            inputMode="numeric"
            autoComplete="off"
            helperText="The school’s number in the operators’ register, for the record: MSG91 adds its own copy to each SMS"
          />
          <TimeField name="quietFrom" label="Quiet From" required helperText="From then on nobody is written to" />
          <TimeField
            name="quietTo"
            label="Quiet To"
            required
            helperText="What waited goes out. The same time twice: never quiet"
          />
          <SwitchField
            name="timetableSummary"
            label="Timetable Summary"
            helperText="A message a day with every lecture and P, A or L, where attendance is by subject"
          />
          <TimeField
            name="subjectwiseSmsTime"
            label="Subjectwise SMS Time"
            helperText="When the day’s message by subject goes out"
          />
          <SwitchField name="weeklySms" label="Weekly SMS" helperText="One message a week about attendance" />
          <WeeklySms />
        </Group>
        <Group title="Fees">
          <SwitchField name="feesModule" label={platformSettings.feesModule} disabled={!platform} />
          <SwitchField
            name="onlineFees"
            label={platformSettings.onlineFees}
            disabled={!platform}
            helperText="Parents pay online, into the school’s bank accounts. Only together with the fees module"
          />
          <SwitchField
            name="multipleAccounts"
            label={platformSettings.multipleAccounts}
            disabled={!platform}
            helperText="Fee categories may go to different bank accounts"
          />
          <Box />
          <TextField
            name="feesDate"
            label="Fees Date"
            type="number"
            inputMode="numeric"
            helperText="Day of the month reminders go out, 1 to 30"
          />
          <TextField
            name="feePercent"
            label={platformSettings.feePercent}
            type="number"
            disabled={!platform}
            helperText="As a share: 0.001 is 0.1 %"
          />
          <ReceiptPrefix />
        </Group>
        <Group title="Modules">
          {loginModules.map((module) => (
            <SwitchField key={module} name={module} label={platformSettings[module]} disabled={!platform} />
          ))}
          <SwitchField name="buses" label={platformSettings.buses} disabled={!platform} />
          <FormWide>
            <LoginFormat />
          </FormWide>
        </Group>
      </Box>
    </FormWide>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <FormGrid>{children}</FormGrid>
    </Paper>
  )
}

function WeeklySms() {
  const on: unknown = useWatch({ name: 'weeklySms' })
  return (
    <>
      <SelectField name="weeklySmsDay" label="Weekly SMS Day" options={weekdays} disabled={on !== true} />
      <TimeField name="weeklySmsTime" label="Weekly SMS Time" disabled={on !== true} />
    </>
  )
}

/** The prefix of the receipt numbers, where the school has receipts, with the number it makes. */
function ReceiptPrefix() {
  const [on, prefix]: unknown[] = useWatch({ name: ['feesModule', 'receiptPrefix'] })
  if (on !== true) return null
  return (
    <TextField
      name="receiptPrefix"
      label="Receipt Prefix"
      autoComplete="off"
      helperText={
        <>
          New receipts are numbered as{' '}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {exampleReceiptNumber(typeof prefix === 'string' ? prefix : '')}
          </Box>
        </>
      }
    />
  )
}

const example = {
  id: 41,
  name: 'Asha Patil',
  firstName: 'Asha',
  surname: 'Patil',
  roll: '12',
  registerNo: '1021',
  phone: '9876543210',
  className: '7',
  sectionName: 'B',
}

/** The format of the students' login e-mails, with what it makes of one student; without a module to sign in for there is none. */
function LoginFormat() {
  const switches: unknown[] = useWatch({ name: [...loginModules] })
  const format: unknown = useWatch({ name: 'studentEmail' })
  const kept = keepsLoginFormat(Object.fromEntries(loginModules.map((module, index) => [module, switches[index] === true])))
  const made = typeof format === 'string' && loginFormatProblem(format) === null ? loginEmail(format, example) : null
  const hint = !kept
    ? 'Kept only while one of the modules above, other than Buses, is on.'
    : made
      ? `Asha Patil of 7-B, roll 12, signs in as ${made}`
      : `Such as {first_name}.{roll}@school.in. Placeholders: ${loginPlaceholders.map((name) => `{${name}}`).join(' ')}`
  return (
    <TextField name="studentEmail" label="Student Login Email Format" disabled={!kept} autoComplete="off" helperText={hint} />
  )
}
