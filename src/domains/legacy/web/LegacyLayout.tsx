import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useId } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { saveFile } from '#ui/DataTable/exportRows.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { maxRows } from '../legacy.rules.ts'
import { LegacyLayoutDocument } from './legacy.graphql.ts'
import { sampleFile } from './importTexts.ts'
import styles from './LegacyLayout.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { DownloadIcon } from '#ui/kit/icons.ts'

const points = [
  t`One row for each student and term: a student of three years has three rows with the same legacy_id, the id in the previous system.`,
  t`Terms, classes and sections that the school does not have are added by their names; the current term stays the current one.`,
  t`A student’s own details are taken from the row of the current term, else from the last row. Blank cells there are filled from earlier rows.`,
  t`Existing students, found by the legacy_id of an earlier file or by register number and name, are not changed. Only their missing terms are added. Importing the same file again adds nothing.`,
  t`A blank roll becomes 0. A blank phone becomes 1234567890, which stands for no phone. Dates are written DD/MM/YYYY; disabled is Yes for a student who has left.`,
  t`Login emails are taken from the file. Enabled students of the current term without one get one by the school’s format.`,
  t`Fees are not imported. Bring dues from before Shala afterwards: “Fees”, “Fees Categories”, “Import dues from before Shala”.`,
  t`At most ${showCount(maxRows)} rows and 20 MB. If one row is wrong, nothing is imported and the row is listed.`,
]

const sample = { name: 'ImportDataSample.csv', type: 'text/csv' }

/** Describes the layout of a file and offers a sample. */
export function LegacyLayout() {
  const { schoolId } = useActiveSchool()
  const titleId = useId()
  const { data, error, refetch } = useQuery(LegacyLayoutDocument, { variables: { schoolId } })
  const columns = data?.legacyLayout
  if (!columns)
    return error ? <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} /> : <LoadingState />
  const keys = (needed: boolean) => columns.flatMap(({ key, required }) => (required === needed ? [key] : [])).join(', ')
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>The File</Trans>
      </Heading>
      <ul className={styles.list}>
        {points.map((point) => (
          <Text key={point} size="small" as="li">
            {point}
          </Text>
        ))}
      </ul>
      <Text size="small" className={styles.spaced}>
        <Trans>
          Its columns, found by their headers in any order. These are needed: <strong>{keys(true)}</strong>. These may be there:{' '}
          <span className={styles.hint}>{keys(false)}</span>.
        </Trans>
      </Text>
      <Button
        variant="quiet"
        icon={<DownloadIcon />}
        onClick={() => saveFile(new Blob([sampleFile(columns.map(({ key }) => key))], { type: sample.type }), sample.name)}
      >
        <Trans>Download Sample</Trans>
      </Button>
    </section>
  )
}
