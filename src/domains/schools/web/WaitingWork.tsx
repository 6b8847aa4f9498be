import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showCount } from '#shared/counts.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ageInWords } from './ageInWords.ts'
import { WaitingWorkDocument } from './schools.graphql.ts'

const pollMs = 30_000

const names: Readonly<Record<string, string>> = {
  'message.APP': t`Notifications of the app`,
  'message.EMAIL': t`E-mails`,
  'message.SMS': t`SMS`,
  'message.WHATSAPP': t`WhatsApp messages`,
  document: t`Documents`,
  'document mail': t`Documents sent by e-mail`,
  promotion: t`Promotions`,
  'legacy import': t`Imports from the previous software`,
}

/** What the installation still has to do behind the pages, for whoever runs it: what the metrics say, in a table. */
export default function WaitingWork() {
  const { data, error, refetch } = useQuery(WaitingWorkDocument, { fetchPolicy: 'network-only', pollInterval: pollMs })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const rows = data.waitingWork.toSorted((one, other) => other.oldestSeconds - one.oldestSeconds)
  return (
    <>
      <Text tone="quiet">
        <Trans>
          Messages, documents, promotions, imports and scheduled jobs of all schools that are due and not begun, and the jobs that
          were given up in the last day. What to do about them is said in docs/runbook.md.
        </Trans>
      </Text>
      {rows.length === 0 ? (
        <Alert kind="success" role="status">
          <Trans>Nothing waits, and no job was given up in the last day.</Trans>
        </Alert>
      ) : (
        <TableScroll>
          <Table aria-label={t`Background work`}>
            <thead>
              <tr>
                <HeadCell>
                  <Trans>Work</Trans>
                </HeadCell>
                <HeadCell end>
                  <Trans>Waiting</Trans>
                </HeadCell>
                <HeadCell>
                  <Trans>Oldest</Trans>
                </HeadCell>
                <HeadCell end>{t({ message: 'Given up', context: 'jobs' })}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ work, due, oldestSeconds, givenUp }) => (
                <tr key={work}>
                  <Cell as="th" scope="row">
                    {nameOf(work)}
                  </Cell>
                  <Cell end>{showCount(due)}</Cell>
                  <Cell>{due > 0 ? ageInWords(oldestSeconds * 1000) : ''}</Cell>
                  <Cell end>{showCount(givenUp)}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      )}
    </>
  )
}

/** Jobs are named as the log and the metrics name them. */
function nameOf(work: string): string {
  const [, job] = /^job\.(.+)/.exec(work) ?? []
  return job === undefined ? (names[work] ?? work) : t`Job ${job}`
}
