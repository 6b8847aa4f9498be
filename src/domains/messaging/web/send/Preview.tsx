import { useEffect, useId, useRef } from 'react'
import { countWithNoun } from '#shared/plural.ts'
import { showMoney } from '#shared/money.ts'
import { MessageText } from '../MessageText.tsx'
import { channelLabels, formatNames } from '../messageLabels.ts'
import type { PreviewMessagesQuery } from './send.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './Preview.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'

type PreviewResult = PreviewMessagesQuery['previewMessages']

const number = (count: number) => count.toLocaleString('en-IN')
const messages = (count: number) => countWithNoun(count, 'message')
const students = (count: number) => countWithNoun(count, 'student')

/** Shows a batch's recipients, exclusions, cost and sample texts, and the button that queues it. */
export function Preview({ preview, queueing, onQueue }: { preview: PreviewResult; queueing: boolean; onQueue: () => void }) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // On a phone the preview is below the fold.
    heading.current?.scrollIntoView({ block: 'nearest' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { recipients, problems, notes, sample } = preview
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.section}>
      <div>
        <Heading level={2} id={titleId} ref={heading} tabIndex={-1} className={styles.text}>
          {recipients === 0
            ? 'Nobody would get this message'
            : `${messages(recipients)} to the families of ${students(preview.students)}`}
        </Heading>
        {exclusionNotes(preview).map((words) => (
          <Text key={words} size="small" className={styles.hint}>
            {words}
          </Text>
        ))}
      </div>
      {problems.length > 0 && <AlertLines severity="error" lines={problems} />}
      {notes.length > 0 && <AlertLines severity="info" lines={notes} />}
      {preview.byChannel.length > 0 && <Costs preview={preview} />}
      {sample.length > 0 && (
        <Stack aria-label="Sample messages" gap={3} as="section">
          {sample.slice(0, 3).map(({ studentNames, phone, channel, text }) => (
            <div key={`${phone} ${formatNames(studentNames)}`}>
              <Text size="small" className={styles.recipient}>
                {[formatNames(studentNames), phone, channelLabels[channel]].filter(Boolean).join(' · ')}
              </Text>
              <MessageText label={`Text to the family of ${formatNames(studentNames)}`}>{text}</MessageText>
            </div>
          ))}
        </Stack>
      )}
      {recipients > 0 && problems.length === 0 && (
        <div>
          <Button variant="primary" loading={queueing} onClick={onQueue}>
            {`Queue ${messages(recipients)}`}
          </Button>
        </div>
      )}
    </Card>
  )
}

function AlertLines({ severity, lines }: { severity: 'error' | 'info'; lines: readonly string[] }) {
  return (
    <Alert kind={severity}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  )
}

/** Explains why there are fewer messages than students. */
function exclusionNotes({ siblingsMerged, withoutPhone, disabled, withoutAccount, passwordChosen }: PreviewResult): string[] {
  return [
    ...(siblingsMerged > 0 ? [`${students(siblingsMerged)} with a sibling on the same phone: the phone gets one message.`] : []),
    ...(withoutPhone > 0 ? [`${students(withoutPhone)} cannot be reached by any channel.`] : []),
    ...(disabled > 0 ? [`${students(disabled)} disabled: left out.`] : []),
    ...(withoutAccount > 0 ? [`${students(withoutAccount)} without an account: left out.`] : []),
    ...(passwordChosen > 0 ? [`${students(passwordChosen)} who chose a password of their own: left out.`] : []),
  ]
}

function Costs({ preview: { byChannel, cost } }: { preview: PreviewResult }) {
  return (
    <Table aria-label="Costs" className={styles.table}>
      <thead>
        <tr>
          <HeadCell>By</HeadCell>
          <HeadCell end>Messages</HeadCell>
          <HeadCell end>Parts</HeadCell>
          <HeadCell end>Cost</HeadCell>
        </tr>
      </thead>
      <tbody>
        {byChannel.map((row) => (
          <tr key={row.channel}>
            <Cell>{channelLabels[row.channel]}</Cell>
            <Cell end>{number(row.count)}</Cell>
            <Cell end>{number(row.segments)}</Cell>
            <Cell end>{showMoney(row.cost)}</Cell>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <Cell colSpan={3} className={styles.cell}>
            If every message goes by its first channel
          </Cell>
          <Cell end className={styles.costsCell}>
            {showMoney(cost)}
          </Cell>
        </tr>
      </tfoot>
    </Table>
  )
}
