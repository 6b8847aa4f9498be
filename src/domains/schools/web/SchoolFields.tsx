import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { weekdayName } from '#shared/dates.ts'
import { languageOptions } from '#shared/languages.ts'
import { loginEmail, loginFormatProblem, loginPlaceholders } from '#shared/loginEmail.ts'
import type { JoiningMonth } from '#shared/joiningMonth.ts'
import { showMoney } from '#shared/money.ts'
import { receiptLanguageOptions } from '#shared/receiptLanguages.ts'
import { type ChargeBearer, maxChargePercent, usualChargePercent } from '#shared/serviceCharge.ts'
import { ColorField } from '#ui/forms/ColorField.tsx'
import { FormGrid, FormWide } from '#ui/forms/CommandForm.tsx'
import { MoneyField } from '#ui/forms/MoneyField.tsx'
import { PercentField } from '#ui/forms/PercentField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField, type SwitchQuestion } from '#ui/forms/SwitchField.tsx'
import { PhoneField, TextField } from '#ui/forms/TextField.tsx'
import { TimeField } from '#ui/forms/TimeField.tsx'
import { exampleReceiptNumber } from '#domains/fees/web/fees.exports.tsx'
import { calculatePrice } from '#domains/onlinefees/price.exports.ts'
import { keepsLoginFormat, loginModules, paperFields, platformSettings } from '../schools.rules.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './SchoolFields.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Heading } from '#ui/kit/Text.tsx'

const weekdays = Array.from({ length: 7 }, (_, day) => ({ value: String(day), label: weekdayName(day) }))

interface SchoolFieldsProps {
  /** Whether the platform settings can be changed; they are disabled for an ADMIN. */
  canEditPlatform: boolean
  /** The fields for term and attendance type: inputs for a new school, read-only for an existing one. */
  fixedFields: ReactNode
  logo?: ReactNode
  /** The field for the head's signature; missing for a new school. */
  signature?: ReactNode
}

const paperHints: Readonly<Record<string, string>> = {
  udise: t`Exactly 11 digits`,
  email: t`As in the letterhead`,
  medium: t`The language of instruction`,
}

/** Returns the question that is asked before a school becomes a society or the reverse. */
function societyQuestion(next: boolean): SwitchQuestion {
  if (next)
    return {
      title: t`Make this a society?`,
      text: t`Once saved, it is listed under “Societies” instead of “Schools”. A super administrator can open it there and turn this off again. Its users, students and money stay, and its people sign in as before.`,
      confirmLabel: t`Make it a society`,
    }
  return {
    title: t`Make this a school?`,
    text: t`Once saved, it is listed under “Schools” again. Nothing else changes.`,
    confirmLabel: t`Make it a school`,
  }
}

/** All settings of a school in groups, for Add School and School Settings. */
export function SchoolFields({ canEditPlatform, fixedFields, logo, signature }: SchoolFieldsProps) {
  return (
    <FormWide>
      <Stack gap={4}>
        {!canEditPlatform && (
          <Alert kind="info">
            <Trans>
              Only a super administrator can change the greyed-out settings: the modules, the sender ID, the logo, the fee percent
              and the space for files.
            </Trans>
          </Alert>
        )}
        <FieldGroup title={t`School`}>
          <TextField name="name" label={t`Name`} required autoComplete="off" />
          <PhoneField name="adminPhone" label={t`Admin Phone`} required hint={t`Exactly 10 digits, without a country code`} />
          <FormWide>
            <TextField name="description" label={t`Description`} lines={2} />
          </FormWide>
          {fixedFields}
          <ColorField name="accentColor" label={t`Accent Colour`} hint={t`The colour of buttons and links for this school`} />
          <SelectField
            name="language"
            label={t`Language`}
            required
            options={languageOptions}
            hint={t`Of messages to families who have chosen none. Everybody chooses the language of the screens for themselves`}
          />
          {logo && <FormWide>{logo}</FormWide>}
          <TextField
            name="filesQuotaMb"
            label={platformSettings.filesQuotaMb}
            inputMode="numeric"
            autoComplete="off"
            disabled={!canEditPlatform}
            hint={t`For photos, attachments and documents together. Empty: as much as every school has`}
          />
          <SwitchField
            name="isSociety"
            label={platformSettings.isSociety}
            disabled={!canEditPlatform}
            hint={t`A society stands for a group of schools. Super administrators find it under “Societies”`}
            ask={societyQuestion}
          />
        </FieldGroup>
        <FieldGroup title={t`On papers`}>
          {Object.entries(paperFields).map(([name, label]) => (
            <TextField key={name} name={name} label={label} autoComplete="off" hint={paperHints[name]} />
          ))}
          {signature && <FormWide>{signature}</FormWide>}
        </FieldGroup>
        <FieldGroup title={t`Attendance`}>
          <TextField
            name="defaultMins"
            label={t`Default Minutes`}
            type="number"
            inputMode="numeric"
            hint={t`Length of a lecture, in minutes`}
          />
          <TextField
            name="displayMins"
            label={t`Display Minutes`}
            autoComplete="off"
            hint={t`Lengths to choose from, separated by commas: 30, 45, 60`}
          />
          <SwitchField name="onlyAbsent" label={t`Only Absent`} hint={t`Messages about absent students only`} />
          <SwitchField name="defaultAbsent" label={t`Default Absent`} hint={t`Students are absent until they are marked`} />
          <SwitchField name="showRegisterNo" label={t`Show Register No`} hint={t`Beside the roll number in lists and reports`} />
          <SwitchField name="breakdownLectures" label={t`Breakdown Lectures`} hint={t`Reports show each lecture separately`} />
        </FieldGroup>
        <FieldGroup title={t`Messages`}>
          <SwitchField
            name="smsDisabled"
            label={platformSettings.smsDisabled}
            disabled={!canEditPlatform}
            hint={t`No SMS are sent for this school`}
          />
          <SwitchField
            name="whatsapp"
            label={platformSettings.whatsapp}
            disabled={!canEditPlatform}
            hint={t`Messages go by WhatsApp first, and by SMS where that fails`}
          />
          <SwitchField
            name="manySchoolNames"
            label={platformSettings.manySchoolNames}
            disabled={!canEditPlatform}
            hint={t`Each class has its own school name in messages`}
          />
          <div />
          <TextField
            name="senderId"
            label={platformSettings.senderId}
            required
            disabled={!canEditPlatform}
            maxLength={6}
            autoComplete="off"
            hint={t`The six letters or digits that SMS are sent from, as registered`}
          />
          <TextField
            name="dltEntityId"
            label={platformSettings.dltEntityId}
            disabled={!canEditPlatform}
            inputMode="numeric"
            autoComplete="off"
            hint={t`The school’s number in the operators’ register, for the record: MSG91 adds its own copy to each SMS`}
          />
          <TimeField name="quietFrom" label={t`Quiet From`} required hint={t`No messages are sent after this time`} />
          <TimeField
            name="quietTo"
            label={t`Quiet To`}
            required
            hint={t`Waiting messages are sent at this time. Equal times mean no quiet hours`}
          />
          <SwitchField
            name="timetableSummary"
            label={t`Timetable Summary`}
            hint={t`A daily message with P, A or L for each lecture, where attendance is taken by subject`}
          />
          <TimeField
            name="subjectwiseSmsTime"
            label={t`Subjectwise SMS Time`}
            hint={t`When the daily message by subject is sent`}
          />
          <SwitchField name="weeklySms" label={t`Weekly SMS`} hint={t`One message a week about attendance`} />
          <WeeklySms />
        </FieldGroup>
        <FieldGroup title={t`Fees`}>
          <SwitchField name="feesModule" label={platformSettings.feesModule} disabled={!canEditPlatform} />
          <SwitchField
            name="onlineFees"
            label={platformSettings.onlineFees}
            disabled={!canEditPlatform}
            hint={t`Parents pay online into the school’s bank accounts. Needs the fees module`}
          />
          <ServiceCharge disabled={!canEditPlatform} />
          <SwitchField
            name="multipleAccounts"
            label={platformSettings.multipleAccounts}
            disabled={!canEditPlatform}
            hint={t`Fee categories may go to different bank accounts. Off: all go to one, and nobody has to choose`}
          />
          <div />
          <TextField
            name="feesDate"
            label={t`Fees Date`}
            type="number"
            inputMode="numeric"
            hint={t`Day of the month when fees are due and reminders are sent, 1 to 31. A change moves no day that has passed`}
          />
          <Upi disabled={!canEditPlatform} />
          <Joining />
          <Receipts />
          <DiscountLimit />
          <HoldForDues />
        </FieldGroup>
        <FieldGroup title={t`Modules`}>
          {loginModules.map((module) => (
            <SwitchField key={module} name={module} label={platformSettings[module]} disabled={!canEditPlatform} />
          ))}
          <FormWide>
            <LoginFormat />
          </FormWide>
          {(['buses', 'exams'] as const).map((module) => (
            <SwitchField key={module} name={module} label={platformSettings[module]} disabled={!canEditPlatform} />
          ))}
        </FieldGroup>
      </Stack>
    </FormWide>
  )
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.section}>
      <Heading level={2} className={styles.spaced}>
        {title}
      </Heading>
      <FormGrid>{children}</FormGrid>
    </section>
  )
}

function WeeklySms() {
  const isOn: unknown = useWatch({ name: 'weeklySms' })
  return (
    <>
      <SelectField name="weeklySmsDay" label={t`Weekly SMS Day`} options={weekdays} disabled={isOn !== true} />
      <TimeField name="weeklySmsTime" label={t`Weekly SMS Time`} disabled={isOn !== true} />
    </>
  )
}

/** Whether report cards wait for overdue fees; hidden without fees or exams. */
function HoldForDues() {
  const [hasFees, hasExams]: unknown[] = useWatch({ name: ['feesModule', 'exams'] })
  if (hasFees !== true || hasExams !== true) return null
  return (
    <SwitchField
      name="holdForDues"
      label={t`Hold report cards for overdue fees`}
      hint={t`Families with overdue fees see report cards only after paying, except for free seats. Check first what the law of your state and your board allow`}
    />
  )
}

/** Where parents pay by UPI at the counter; hidden without the fees module. */
function Upi({ disabled }: { disabled: boolean }) {
  const [hasFees, name]: unknown[] = useWatch({ name: ['feesModule', 'name'] })
  if (hasFees !== true) return null
  return (
    <>
      <TextField
        name="upiAddress"
        label={platformSettings.upiAddress}
        autoComplete="off"
        disabled={disabled}
        hint={t`Such as school@sbi. The counter shows it as a QR code with the amount`}
      />
      <TextField
        name="upiPayee"
        label={platformSettings.upiPayee}
        autoComplete="off"
        disabled={disabled}
        placeholder={typeof name === 'string' ? name : ''}
        hint={t`The name that payment apps show. Empty: the name of the school`}
      />
    </>
  )
}

/** The most that the counter discounts and waives alone; hidden without the fees module. */
function DiscountLimit() {
  const hasFees: unknown = useWatch({ name: 'feesModule' })
  if (hasFees !== true) return null
  return (
    <>
      <PercentField
        name="discountLimitShare"
        label={t`Largest Discount of FEES, Per Cent`}
        hint={t`Of all discounts and waivers of a student in a term, by what the term asks. More waits for an administrator. Empty: no limit`}
      />
      <MoneyField
        name="discountLimitAmount"
        label={t`Largest Discount of FEES, Amount`}
        hint={t`Of all discounts and waivers of a student in a term. More waits for an administrator. Empty: no limit`}
      />
    </>
  )
}

const joiningOptions: { value: JoiningMonth; label: string }[] = [
  { value: 'WHOLE', label: t`The whole month` },
  { value: 'HALF', label: t`Half of the month` },
  { value: 'DAYS', label: t`By the days that are left of it` },
  { value: 'NEXT', label: t`From the next month on` },
]

/** How the month of a child's admission is asked for; hidden without the fees module. */
function Joining() {
  const hasFees: unknown = useWatch({ name: 'feesModule' })
  if (hasFees !== true) return null
  return (
    <SelectField
      name="joiningMonth"
      label={t`A child who joins later pays`}
      options={joiningOptions}
      hint={t`Of the month of admission. Months before it are not asked. For children who are added from now on`}
    />
  )
}

const bearerOptions: { value: ChargeBearer; label: string }[] = [
  { value: 'FAMILY', label: t`The family` },
  { value: 'SCHOOL', label: t`The school` },
]

/** The service charge of online payments, with an example of what a family pays. */
function ServiceCharge({ disabled }: { disabled: boolean }) {
  const [typed, bearer]: unknown[] = useWatch({ name: ['feePercent', 'chargeBearer'] })
  const percent = typed === '' ? usualChargePercent : Number(typed)
  const isPercent = percent >= 0 && percent <= maxChargePercent
  const fees = 100_000
  const payable = showMoney(calculatePrice(fees, bearer === 'SCHOOL' || !isPercent ? 0 : percent).payable)
  return (
    <>
      <TextField
        name="feePercent"
        label={platformSettings.feePercent}
        type="number"
        disabled={disabled}
        hint={t`The service charge of paying online, in per cent of the fees. 18% GST of it are added. Empty: ${usualChargePercent}`}
      />
      <SelectField
        name="chargeBearer"
        label={platformSettings.chargeBearer}
        options={bearerOptions}
        disabled={disabled}
        hint={
          bearer === 'SCHOOL'
            ? t`A family pays ${payable} for fees of ${showMoney(fees)}. What the gateway keeps is missing in the bank account`
            : t`A family pays ${payable} for fees of ${showMoney(fees)}, and reads that before it presses Pay`
        }
      />
    </>
  )
}

/** The prefix of receipts with an example number, and their languages; hidden without the fees module. */
function Receipts() {
  const [hasFees, prefix]: unknown[] = useWatch({ name: ['feesModule', 'receiptPrefix'] })
  if (hasFees !== true) return null
  return (
    <>
      <TextField
        name="receiptPrefix"
        label={t`Receipt Prefix`}
        autoComplete="off"
        hint={
          <Trans>
            New receipts are numbered as{' '}
            <span className={styles.oneLine}>{exampleReceiptNumber(typeof prefix === 'string' ? prefix : '')}</span>
          </Trans>
        }
      />
      <SelectField
        name="receiptLanguages"
        label={t`Receipts are printed in`}
        options={receiptLanguageOptions}
        hint={t`Names of people, classes and fees stay as they were typed`}
      />
    </>
  )
}

const exampleStudent = {
  id: 41,
  name: 'Asha Patil',
  // Taken from the name. It is Latin in every language, because addresses are made of Latin letters.
  firstName: '',
  surname: '',
  roll: '12',
  registerNo: '1021',
  phone: '9876543210',
  className: '7',
  sectionName: 'B',
}

/** The field for the format of student login e-mails, with an example. Disabled without a module that needs logins. */
function LoginFormat() {
  const switches: unknown[] = useWatch({ name: [...loginModules] })
  const format: unknown = useWatch({ name: 'studentEmail' })
  const isKept = keepsLoginFormat(Object.fromEntries(loginModules.map((module, index) => [module, switches[index] === true])))
  const exampleEmail =
    typeof format === 'string' && loginFormatProblem(format) === null ? loginEmail(format, exampleStudent) : null
  const hint = !isKept
    ? t`Kept only while one of the modules above is on.`
    : exampleEmail
      ? t`${exampleStudent.name} of 7-B, roll 12, signs in as ${exampleEmail}`
      : t`Such as '{first_name}.{roll}'@school.in. Placeholders: ${loginPlaceholders.map((name) => `{${name}}`).join(' ')}`
  return <TextField name="studentEmail" label={t`Student Login Email Format`} disabled={!isKept} autoComplete="off" hint={hint} />
}
