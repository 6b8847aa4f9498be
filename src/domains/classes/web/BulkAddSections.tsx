import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { ImportSectionsDocument, SectionImportGroundDocument, UndoSectionsImportDocument } from './classes.graphql.ts'
import { checkSectionRow, sectionColumns, sectionFileChecks, sectionInput } from './sectionFile.ts'
import styles from './BulkAddSections.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'

/**
 * The tab Bulk Add: imports sections from a file. A subject-wise school has only the heading (specification, section
 * 2).
 */
export default function BulkAddSections() {
  const { school } = useActiveSchool()
  if (school.attType === 'SUBJECTWISE')
    return (
      <Heading level={2}>
        <Trans>Bulk Upload Subjects</Trans>
      </Heading>
    )
  return <SectionImport />
}

function SectionImport() {
  const { schoolId, termId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { data, error, refetch } = useQuery(SectionImportGroundDocument, { variables: { schoolId, termId } })
  const rules = useMemo(() => (data ? sectionFileChecks(data) : null), [data])
  if (!rules) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />

  async function upload(rows: readonly ImportRow[], key: string) {
    const imported = await sendCommand(ImportSectionsDocument, { schoolId, input: { key, termId, rows: rows.map(sectionInput) } })
    const id = imported.importSections.id
    return {
      message: t`Sections Successfully Imported`,
      link: { to: '/classes', label: t`View Classes` },
      ...(id === undefined ? {} : { undo: () => undo(id) }),
    }
  }

  async function undo(id: string) {
    const undone = await sendCommand(UndoSectionsImportDocument, { schoolId, id })
    const { sections, classes } = undone.undoSectionsImport
    if (sections === 0) return { message: t`No section deleted` }
    return {
      message:
        classes > 0
          ? t`${plural(sections, { one: '# section', other: '# sections' })} and ${plural(classes, { one: '# class', other: '# classes' })} deleted`
          : plural(sections, { one: '# section deleted', other: '# sections deleted' }),
    }
  }

  return (
    <ImportStudio
      columns={sectionColumns}
      checkRow={checkSectionRow}
      {...rules}
      template={{
        name: 'SectionTemplate.csv',
        columns: ['sr', 'class', 'section', 'teachers', 'notificationTime', 'fbID'],
        example: [['1', '7', 'A', 'asha.patil@example.com|rohan.joshi@example.com', '17:30:00+05:30', '']],
      }}
      submitLabel={t`Upload Sections`}
      onSubmit={upload}
      verdicts={{
        good: t`File looks good. Please click submit to import.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
      }}
      guide={<SectionGuide />}
    />
  )
}

const points = [
  t`Add the teachers as users first. The file names them by email.`,
  t`Separate several teachers with |, such as asha.patil@example.com|rohan.joshi@example.com.`,
  t`Every row needs a class and a section. A class is found by its name; upper and lower case do not matter. A class that does not exist is created.`,
  t`Write the notification time as 17:30:00+05:30 or 17:30. Left blank, it is the time of the upload.`,
  t`If one row is wrong, nothing is imported. Correct it here or in the file.`,
]

function SectionGuide() {
  return (
    <section aria-labelledby="section-guide" className={styles.section}>
      <Heading level={2} id="section-guide">
        <Trans>Usage Guide</Trans>
      </Heading>
      <ul className={styles.list}>
        {points.map((point) => (
          <Text key={point} size="small" as="li">
            {point}
          </Text>
        ))}
      </ul>
    </section>
  )
}
