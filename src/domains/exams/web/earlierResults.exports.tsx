import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { showSchoolYear } from '#shared/schoolYears.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Disclosure } from '#ui/kit/Disclosure.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { DeleteEarlierResultDocument, type EarlierResultFactsFragment } from './earlier/earlierResults.graphql.ts'
import styles from './earlierResults.exports.module.css'

interface EarlierResultsProps {
  results: readonly EarlierResultFactsFragment[]
  studentName: string
}

/** What a student got before the school started with Shala, the newest year first. */
export function EarlierResults({ results, studentName }: EarlierResultsProps) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const titleId = useId()
  const [open, setOpen] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<EarlierResultFactsFragment | null>(null)
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        <Trans>Earlier results</Trans>
      </Heading>
      {results.map((result) => (
        <Disclosure
          key={result.id}
          title={titleOf(result)}
          aside={<span className={styles.aside}>{noteOf(result)}</span>}
          open={open === result.id}
          onToggle={(opened) => setOpen(opened ? result.id : null)}
        >
          <Marks result={result} />
          <div className={styles.foot}>
            <Text tone="quiet" size="small">
              <Trans>Imported by {result.createdByName}</Trans>
            </Text>
            {result.viewerCan.delete.allowed && (
              <Button variant="quiet" size="small" onClick={() => setDeleted(result)}>
                <Trans>Delete</Trans>
              </Button>
            )}
          </div>
        </Disclosure>
      ))}
      {deleted && (
        <ConfirmDialog
          open
          title={t`Delete Earlier Result`}
          confirmLabel={t`Delete`}
          onConfirm={() => sendCommand(DeleteEarlierResultDocument, { schoolId, input: { id: deleted.id } })}
          onClose={() => setDeleted(null)}
        >
          <Text>{t`The result ${titleOf(deleted)} of ${studentName} is deleted. It can be imported again from a file.`}</Text>
        </ConfirmDialog>
      )}
    </section>
  )
}

function titleOf({ exam, year }: EarlierResultFactsFragment): string {
  return t`${exam} ${showSchoolYear(year)}`
}

function noteOf({ className, outcome }: EarlierResultFactsFragment): string {
  const inClass = t`class ${className}`
  return outcome === '' ? inClass : `${inClass} · ${outcome}`
}

function Marks({ result }: { result: EarlierResultFactsFragment }) {
  return (
    <TableScroll>
      <Table aria-label={titleOf(result)}>
        <thead>
          <tr>
            <HeadCell>{t`Subject`}</HeadCell>
            <HeadCell end>{t`Marks`}</HeadCell>
            <HeadCell end>{t`Out of`}</HeadCell>
            <HeadCell>{t`Grade`}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {result.subjects.map(({ subject, marks, outOf, grade }) => (
            <tr key={subject}>
              <Cell as="th" scope="row">
                {subject}
              </Cell>
              <Cell end>{marks}</Cell>
              <Cell end>{outOf}</Cell>
              <Cell>{grade}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}
