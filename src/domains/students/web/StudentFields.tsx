import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { schoolDay } from '#shared/dates.ts'
import { languageOptions } from '#shared/languages.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { FormGrid, FormWide } from '#ui/forms/CommandForm.tsx'
import { DateField } from '#ui/forms/DateField.tsx'
import { FileField } from '#ui/forms/FileField.tsx'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { SwitchField } from '#ui/forms/SwitchField.tsx'
import { PhoneField, TextField } from '#ui/forms/TextField.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { SectionSelect } from '#domains/classes/web/sectionSelect.exports.tsx'
import { fieldGroups, type StudentField, studentFields } from '../students.fields.ts'
import { penHint, saralHint } from '../students.rules.ts'
import { OpenAadhaarScan } from './OpenAadhaarScan.tsx'
import { StudentsViewerCanDocument } from './openingStudents.graphql.ts'
import type { StudentDetailFragment } from './students.graphql.ts'
import styles from './StudentFields.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { Photo } from '#ui/kit/Photo.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Disclosure } from '#ui/kit/Disclosure.tsx'

// Loaded when their group is opened, which a clerk does not do every day.
const ReportingFields = lazy(() => import('./ReportingFields.tsx'))

const genders = [
  { value: 'MALE', label: t`Male` },
  { value: 'FEMALE', label: t`Female` },
  { value: 'OTHER', label: t`Other` },
  { value: 'BLANK', label: t`Not stated` },
]

/** Layout of fields that are wide, have several lines or a hint. */
const layouts: Partial<Record<StudentField, { wide?: true; lines?: number; hint?: string; digits?: true }>> = {
  phones: { hint: t`Separated by commas, each exactly 10 digits` },
  address: { wide: true, lines: 2 },
  dobInWords: { hint: t`As it appears on a leaving certificate` },
  sibling: { hint: t`Names of brothers and sisters at this school` },
  aaparId: { hint: t`Exactly 12 digits`, digits: true },
  distance: { hint: t`Such as 2 km` },
}

/** Fields of the group of government ids besides the plain ones. */
const moreIds: readonly string[] = ['aadharNumber', 'aadharFile', 'qrcode']
const hasGovernmentIds = (fields: readonly StudentField[]) => fields.includes('aaparId')

interface StudentFieldsProps {
  stored?: { photoUrl?: string | null; student?: StudentDetailFragment }
  /** The fees that follow from the section, and the field for further fee categories of a new student. */
  fees?: ReactNode
}

/**
 * Every field of a student: the essential ones first, the others in groups that open by a click, or by themselves when
 * one of their fields is refused. The files already stored can be looked at by their addresses.
 */
export function StudentFields({ stored = {}, fees }: StudentFieldsProps) {
  const { schoolId } = useActiveSchool()
  const { data: allowed } = useQuery(StudentsViewerCanDocument, { variables: { schoolId } })
  return (
    <>
      <TextField name="name" label={t`Name`} required autoComplete="off" autoFocus />
      <PhoneField
        name="phone"
        label={t`Phone`}
        required
        hint={t`Exactly 10 digits. Opens the first sign-in; 1234567890 stands for none.`}
      />
      <SectionSelect name="section" required />
      <TextField name="roll" label={t`Roll number`} required inputMode="numeric" autoComplete="off" />
      <SelectField name="gender" label={t`Gender`} options={genders} />
      <TextField
        name="loginEmail"
        label={t`Login email`}
        type="email"
        autoComplete="off"
        hint={t`Left blank, it is made from the school’s format, if there is one`}
      />
      {fees}
      <FormWide>
        <FileField
          name="photoFile"
          label={t`Photo`}
          purpose="student-photo"
          storedUrl={stored.photoUrl ?? null}
          preview={(address) => <Photo src={address} alt={t`The photo`} className={styles.avatar} />}
        />
      </FormWide>
      <FormWide>
        <div>
          {fieldGroups.map(({ group, title, fields }) => (
            <Group
              key={group}
              title={title}
              fields={[...fields, ...(hasGovernmentIds(fields) ? moreIds : [])]}
              onDemand={group === 'Reporting'}
            >
              {group === 'Reporting' ? (
                <Suspense fallback={<LoadingState />}>
                  <ReportingFields fields={fields} />
                </Suspense>
              ) : (
                fields.map((field) => <PlainField key={field} field={field} />)
              )}
              {hasGovernmentIds(fields) && (
                <>
                  <TextField
                    name="aadharNumber"
                    label={t`Aadhaar number`}
                    inputMode="numeric"
                    autoComplete="off"
                    hint={t`Saved encrypted, and shown by its last four digits`}
                  />
                  <FileField
                    name="aadharFile"
                    label={t`Aadhaar PDF`}
                    purpose="student-aadhar"
                    storedUrl={null}
                    preview={(address) =>
                      address === '' && stored.student ? (
                        <OpenAadhaarScan student={stored.student} />
                      ) : (
                        <Link href={address} target="_blank" rel="noreferrer">
                          <Trans>Open</Trans>
                        </Link>
                      )
                    }
                  />
                  {allowed?.studentsViewerCan.qrSheet.allowed && <QrCodeField />}
                </>
              )}
            </Group>
          ))}
        </div>
      </FormWide>
    </>
  )
}

function PlainField({ field }: { field: StudentField }) {
  const { kind, label, ...rest } = studentFields[field]
  const look = layouts[field] ?? {}
  if (kind === 'flag') return <SwitchField name={field} label={label} />
  if (kind === 'language') return <LanguageField label={label} />
  if (kind === 'day') return <DateField name={field} label={label} {...('past' in rest && { max: schoolDay(new Date()) })} />
  if (field === 'penNumber' || field === 'saralId') return <HintedField field={field} label={label} />
  const input = (
    <TextField
      name={field}
      label={label}
      autoComplete="off"
      {...(kind === 'email' ? { type: 'email' as const } : {})}
      {...(look.digits ? { inputMode: 'numeric' as const } : {})}
      lines={look.lines}
      {...(look.hint ? { hint: look.hint } : {})}
      {...('max' in rest ? { maxLength: rest.max } : {})}
    />
  )
  return look.wide ? <FormWide>{input}</FormWide> : input
}

/** The language in which the family gets messages. */
function LanguageField({ label }: { label: string }) {
  return (
    <SelectField
      name="language"
      label={label}
      options={languageOptions}
      emptyLabel={t`The school's language`}
      hint={t`Messages to the family are in this language, where the school has a text in it`}
    />
  )
}

/** The field of a PEN or SARAL id, with a hint for an unusual length. */
function HintedField({ field, label }: { field: 'penNumber' | 'saralId'; label: string }) {
  const value: unknown = useWatch({ name: field })
  const hint = (field === 'penNumber' ? penHint : saralHint)(typeof value === 'string' ? value : '')
  return <TextField name={field} label={label} inputMode="numeric" autoComplete="off" {...(hint ? { hint: hint } : {})} />
}

/** The QR code field, which accepts the code of an existing card. */
function QrCodeField() {
  return (
    <TextField
      name="qrcode"
      label={t`QR code`}
      autoComplete="off"
      maxLength={200}
      hint={t`The code of an existing card. Left blank, the saved code is kept or a new one is made`}
    />
  )
}

interface GroupProps {
  title: string
  fields: readonly string[]
  /** The fields come when the group is first opened: their code is loaded then. */
  onDemand: boolean
  children: ReactNode
}

/**
 * A group of fields, shut until it is asked for. The fields are there all the time, so that what is refused finds its
 * place.
 */
function Group({ title, fields, onDemand, children }: GroupProps) {
  const [open, setOpen] = useState(false)
  const wasOpened = useRef(false)
  if (open) wasOpened.current = true
  const { setFocus } = useFormContext()
  const { errors, submitCount } = useFormState()
  const refused = fields.find((field) => field in errors)
  const elsewhere = Object.keys(errors).findIndex((field) => field === refused) > 0

  useEffect(() => {
    if (refused === undefined || submitCount === 0) return
    setOpen(true)
    // A field can take the focus only once its group is open.
    if (elsewhere) return
    const timer = setTimeout(() => setFocus(refused), 250)
    return () => clearTimeout(timer)
  }, [refused, submitCount, elsewhere, setFocus])

  return (
    <Disclosure
      open={open}
      onToggle={setOpen}
      heading
      title={<span className={refused ? styles.refused : undefined}>{title}</span>}
      aside={<FilledCount fields={fields} />}
    >
      <FormGrid>{(!onDemand || wasOpened.current) && children}</FormGrid>
    </Disclosure>
  )
}

/** The number of fields of a closed group that are filled in. */
function FilledCount({ fields }: { fields: readonly string[] }) {
  const values: unknown[] = useWatch({ name: [...fields] })
  const filled = values.filter((value) => value !== '' && value !== false && value !== undefined).length
  if (filled === 0) return null
  return (
    <Text as="span" size="small" className={styles.hint}>
      <Trans>{filled} filled in</Trans>
    </Text>
  )
}
