import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react'
import { showDay, showMoment } from '#shared/dates.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'
import { tableFromCells } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { fieldGroups, type StudentField, studentFields } from '../students.fields.ts'
import { OpenAadhaarScan } from './OpenAadhaarScan.tsx'
import { RevealAadhaarDocument, type StudentDetailFragment } from './students.graphql.ts'
import styles from './StudentFacts.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { ShowIcon } from '#ui/kit/icons.ts'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'

// At the end of the page, with the lists of the government's portal.
const ReportingFacts = lazy(() => import('./ReportingFacts.tsx'))

const genderLabels = { MALE: t`Male`, FEMALE: t`Female`, OTHER: t`Other`, BLANK: '' }

type Details = NonNullable<StudentDetailFragment['details']>

/** All fields of a student, in the groups of the form. A line below each group names its blank fields. */
export function StudentFacts({ student }: { student: StudentDetailFragment }) {
  const { details } = student
  const { terms } = useActiveSchool()
  if (!details) return null
  return (
    <div className={styles.box}>
      <Facts
        title={t`Essentials`}
        facts={[
          [t`Name`, student.name],
          [t`Phone`, student.phone],
          [t`Gender`, genderLabels[student.gender]],
          [t`Login email`, student.loginEmail],
          [t`Added`, showMoment(details.createdAt)],
          [t`Added in term`, terms.find((term) => term.id === details.createTermId)?.name],
          // Null for viewers who may not print the codes.
          ...(details.qrcode === null ? [] : [[t`QR code`, details.qrcode] as const]),
        ]}
      />
      <TermsOfStudent student={student} />
      {fieldGroups.map(({ group, title, fields }) =>
        group === 'Reporting' ? (
          <Suspense key={group}>
            <ReportingFacts title={title} fields={fields} details={details} />
          </Suspense>
        ) : (
          <Facts
            key={group}
            title={title}
            facts={[
              ...fields.map((field): [string, ReactNode] => [studentFields[field].label, fieldText(field, details)]),
              ...(fields.includes('aaparId') ? aadhaarFacts(student, details) : []),
            ]}
          />
        ),
      )}
    </div>
  )
}

function fieldText(field: StudentField, details: Details): ReactNode {
  const value = details[field]
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  const { kind } = studentFields[field]
  if (kind === 'language') return isLanguage(value) ? languageNames[value] : ''
  return kind === 'day' ? showDay(value) : value
}

function aadhaarFacts(student: StudentDetailFragment, details: Details): [string, ReactNode][] {
  return [
    [t`Aadhaar number`, details.aadharNumber ? <Aadhaar key={student.id} student={student} masked={details.aadharNumber} /> : ''],
    [t`Aadhaar PDF`, details.aadharFile ? <OpenAadhaarScan key={student.id} student={student} /> : ''],
  ]
}

/** The masked Aadhaar number. Showing the whole number is audited, and it is hidden again when the page is left. */
function Aadhaar({ student, masked }: { student: StudentDetailFragment; masked: string }) {
  const { schoolId } = useActiveSchool()
  const [whole, setWhole] = useState<string | null>(null)
  const [reveal, running] = useCommand(RevealAadhaarDocument)
  if (whole !== null) return whole.replace(/(\d{4})(?=\d)/g, '$1 ')
  return (
    <span className={styles.aadhaarBox}>
      {masked}
      <Button
        variant="quiet"
        size="small"
        icon={<ShowIcon />}
        loading={running}
        disabled={!student.viewerCan.revealAadhaar.allowed}
        onClick={() => void reveal({ schoolId, id: student.id }).then((data) => setWhole(data?.revealAadhaar ?? null))}
      >
        <Trans>Show</Trans>
      </Button>
    </span>
  )
}

const historyHead = [t`Term`, t`Class`, t`Section`, t`Roll`]

/** The student's class, section and roll in each term. */
export function TermsOfStudent({ student: { id: studentId, places } }: { student: StudentDetailFragment }) {
  const { terms } = useActiveSchool()
  const names = new Map(terms.map((term) => [term.id, term.name]))
  const rows = places.map((place) => [names.get(place.termId) ?? '…', place.className, place.sectionName, place.roll])
  const table = tableFromCells(t`Terms`, [historyHead, ...rows])
  return (
    <FactCard
      title={t`Terms`}
      action={
        places.length > 0 && (
          <ExportButton
            size="small"
            fileName={`terms-of-student-${studentId}`}
            choices={[{ label: t`All terms`, tables: () => [table] }]}
          />
        )
      }
    >
      {places.length === 0 ? (
        <Text className={styles.hint}>
          <Trans>Not enrolled in any term.</Trans>
        </Text>
      ) : (
        <Table>
          <thead>
            <tr>
              {historyHead.map((header) => (
                <HeadCell key={header}>{header}</HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={places[index]?.id} className={styles.tableRow}>
                {row.map((cell, column) => (
                  <Cell key={historyHead[column]}>{cell}</Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </FactCard>
  )
}

function FactCard({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.section}>
      <div className={styles.row}>
        <Heading level={2} className={styles.fill}>
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A card of facts. A line below names the blank ones. */
export function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  const given = facts.filter(([, value]) => Boolean(value))
  const empty = facts.filter(([, value]) => !value).map(([label]) => label)
  return (
    <FactCard title={title}>
      {given.length > 0 && (
        <dl className={styles.facts}>
          {given.map(([label, value]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {empty.length > 0 && (
        <Text size="small" className={styles.empty}>
          {t`Not filled in: ${empty.join(', ')}`}
        </Text>
      )}
    </FactCard>
  )
}
