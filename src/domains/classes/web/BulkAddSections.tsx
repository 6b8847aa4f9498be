import { useApolloClient, useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { ImportStudio } from '../../../ui/import/ImportStudio.tsx'
import type { ImportColumn } from '../../../shared/importColumns.ts'
import type { ImportRow } from '../../../ui/import/importTable.ts'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { importProblems, nameKey, oneSpaced, splitTeachers } from '../classes.rules.ts'
import { sectionRow } from '../classes.schema.ts'
import {
  ImportSectionsDocument,
  SectionImportGroundDocument,
  type SectionImportGroundQuery,
  UndoSectionsImportDocument,
} from './classes.graphql.ts'
import { counted, forgetLists, listed } from './lists.ts'

const columns: readonly ImportColumn[] = [
  { key: 'sr', label: 'SR', aliases: ['sr_no', 'serial'] },
  { key: 'class', label: 'Class', required: true, aliases: ['class_name'] },
  { key: 'section', label: 'Section', required: true, aliases: ['section_name'] },
  { key: 'teachers', label: 'Teachers', aliases: ['teacher', 'teacher_emails'] },
  { key: 'notificationTime', label: 'Notification Time' },
  { key: 'fbId', label: 'fbID' },
]

/** The tab Bulk Add: sections from a file; a subject-wise school has only the heading (specification, section 2). */
export function BulkAddSections() {
  const { school } = useActiveSchool()
  if (school.attType === 'SUBJECTWISE') return <Typography variant="h2">Bulk Upload Subjects</Typography>
  return <SectionImport />
}

function SectionImport() {
  const { schoolId, termId } = useActiveSchool()
  const client = useApolloClient()
  const { data, error, refetch } = useQuery(SectionImportGroundDocument, { variables: { schoolId, termId } })
  const rules = useMemo(() => (data ? rulesOf(data) : null), [data])
  if (!rules) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />

  async function upload(rows: readonly ImportRow[], key: string) {
    const { data: imported } = await client.mutate({
      mutation: ImportSectionsDocument,
      variables: { schoolId, input: { key, termId, rows: rows.map(sentRow) } },
      update: forgetLists,
    })
    const id = imported?.importSections.id
    return {
      message: 'Sections Successfully Imported',
      link: { to: '/classes', label: 'View Classes' },
      ...(id === undefined ? {} : { undo: () => undo(id) }),
    }
  }

  async function undo(id: string) {
    const { data: undone } = await client.mutate({
      mutation: UndoSectionsImportDocument,
      variables: { schoolId, id },
      update: forgetLists,
    })
    const { sections, classes } = undone?.undoSectionsImport ?? { sections: 0, classes: 0 }
    const parts = listed([counted(sections, 'section'), counted(classes, 'class')])
    return { message: `${parts || 'No section'} deleted` }
  }

  return (
    <ImportStudio
      columns={columns}
      checkRow={checkRow}
      {...rules}
      template={{
        name: 'SectionTemplate.csv',
        columns: ['sr', 'class', 'section', 'teachers', 'notificationTime', 'fbID'],
        example: [['1', '7', 'A', 'asha.patil@example.com|rohan.joshi@example.com', '17:30:00+05:30', '']],
      }}
      submitLabel="Upload Sections"
      onSubmit={upload}
      verdicts={{
        good: 'File looks good. Please click submit to import.',
        invalid: 'Some field is not valid. Please Recheck The File And Try Again',
      }}
      guide={<SectionGuide />}
    />
  )
}

function checkRow(row: ImportRow) {
  const parsed = sectionRow.safeParse(row)
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
}

/** What the file is checked against before it is sent; the server checks it again. */
function rulesOf({ classes, sections, users, classesViewerCan }: SectionImportGroundQuery) {
  const ground = {
    classes,
    sections: sections.map((section) => ({ classId: section.class.id, name: section.name })),
    emails: new Set(users.map((user) => user.email)),
    mayAddClasses: classesViewerCan.addClass.allowed,
  }
  const known = new Set(classes.map((one) => nameKey(one.name)))
  return {
    checkAll: (rows: readonly ImportRow[]) => importProblems(rows.map(lineOf), ground).map(placed),
    kindOf: (row: ImportRow) => (known.has(nameKey(row.class ?? '')) ? 'new' : 'new in new classes'),
  }
}

function lineOf(row: ImportRow) {
  const { class: className = '', section = '', teachers = '', notificationTime = '', fbId = '' } = row
  return { class: oneSpaced(className), section: oneSpaced(section), teachers: splitTeachers(teachers), notificationTime, fbId }
}

function placed({ path, message }: { path: string; message: string }) {
  const [, index, key = null] = path.split('.')
  return { index: Number(index), key, message }
}

function sentRow(row: ImportRow) {
  const { sr = '', class: className = '', section = '', teachers = '', notificationTime = '', fbId = '' } = row
  return { sr: sr === '' ? null : Number(sr), class: className, section, teachers, notificationTime, fbId }
}

const points = [
  'Add the teachers before the sections: each one is found by the email of the user.',
  'Several teachers of a section are separated by |, such as asha.patil@example.com|rohan.joshi@example.com.',
  'Class and section are needed in every row. A class is found by its name, whatever its letters’ case; one that is not there yet is created.',
  'The notification time is written as 17:30:00+05:30, or simply 17:30; left blank, it is the time of the upload.',
  'One wrong row keeps the whole file out; correct it here or in the file.',
]

function SectionGuide() {
  return (
    <Box component="section" aria-labelledby="section-guide" sx={{ maxWidth: 880, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h2" id="section-guide">
        Usage Guide
      </Typography>
      <Box component="ul" sx={{ pl: 2.5, mt: 1, mb: 0, color: 'text.secondary', '& li': { mb: 0.75, overflowWrap: 'anywhere' } }}>
        {points.map((point) => (
          <Typography key={point} variant="body2" component="li">
            {point}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}
