import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { languageNames } from '#shared/languages.ts'
import { showMoney } from '#shared/money.ts'
import { showCount } from '#shared/counts.ts'
import { MessageText } from '../MessageText.tsx'
import { channelLabels, formatNames } from '../messageLabels.ts'
import type { PreviewMessagesQuery } from './send.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './Preview.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'

type PreviewResult = PreviewMessagesQuery['previewMessages']

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
    <section aria-labelledby={titleId} className={styles.section}>
      <div>
        <Heading level={2} id={titleId} ref={heading} tabIndex={-1} className={styles.text}>
          {recipients === 0
            ? t`Nobody would get this message`
            : t`${plural(recipients, { one: '# message', other: '# messages' })} to the families of ${plural(preview.students, { one: '# student', other: '# students' })}`}
        </Heading>
        {exclusionNotes(preview).map((words) => (
          <Text key={words} size="small" className={styles.hint}>
            {words}
          </Text>
        ))}
      </div>
      {problems.length > 0 && <AlertLines severity="error" lines={problems} />}
      {notes.length > 0 && <AlertLines severity="info" lines={notes} />}
      {preview.byLanguage.length > 1 && (
        <Text size="small" className={styles.hint}>
          {preview.byLanguage.map(({ language, count }) => `${languageNames[language]}: ${showCount(count)}`).join(' · ')}
        </Text>
      )}
      {preview.byChannel.length > 0 && <Costs preview={preview} />}
      {sample.length > 0 && (
        <Stack aria-label={t`Sample messages`} gap={3} as="section">
          {sample.slice(0, 3).map(({ studentNames, phone, channel, text }) => (
            <div key={`${phone} ${formatNames(studentNames)}`}>
              <Text size="small" className={styles.recipient}>
                {[formatNames(studentNames), phone, channelLabels[channel]].filter(Boolean).join(' · ')}
              </Text>
              <MessageText label={t`Text to the family of ${formatNames(studentNames)}`}>{text}</MessageText>
            </div>
          ))}
        </Stack>
      )}
      {recipients > 0 && problems.length === 0 && (
        <div>
          <Button variant="primary" loading={queueing} onClick={onQueue}>
            {plural(recipients, { one: 'Queue # message', other: 'Queue # messages' })}
          </Button>
        </div>
      )}
    </section>
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
    ...(siblingsMerged > 0
      ? [
          plural(siblingsMerged, {
            one: '# student shares a phone with a sibling, so the phone gets one message.',
            other: '# students share a phone with a sibling, so the phone gets one message.',
          }),
        ]
      : []),
    ...(withoutPhone > 0
      ? [
          plural(withoutPhone, {
            one: '# student cannot be reached by any channel.',
            other: '# students cannot be reached by any channel.',
          }),
        ]
      : []),
    ...(disabled > 0
      ? [plural(disabled, { one: '# disabled student is left out.', other: '# disabled students are left out.' })]
      : []),
    ...(withoutAccount > 0
      ? [
          plural(withoutAccount, {
            one: '# student without an account is left out.',
            other: '# students without an account are left out.',
          }),
        ]
      : []),
    ...(passwordChosen > 0
      ? [
          plural(passwordChosen, {
            one: '# student who chose a password is left out.',
            other: '# students who chose a password are left out.',
          }),
        ]
      : []),
  ]
}

function Costs({ preview: { byChannel, cost } }: { preview: PreviewResult }) {
  return (
    <Table aria-label={t`Costs`} className={styles.table}>
      <thead>
        <tr>
          <HeadCell>
            <Trans context="a channel">By</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Messages</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Parts</Trans>
          </HeadCell>
          <HeadCell end>
            <Trans>Cost</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {byChannel.map((row) => (
          <tr key={row.channel}>
            <Cell>{channelLabels[row.channel]}</Cell>
            <Cell end>{showCount(row.count)}</Cell>
            <Cell end>{showCount(row.segments)}</Cell>
            <Cell end>{showMoney(row.cost)}</Cell>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <Cell colSpan={3} className={styles.cell}>
            <Trans>If every message goes by its first channel</Trans>
          </Cell>
          <Cell end className={styles.costsCell}>
            {showMoney(cost)}
          </Cell>
        </tr>
      </tfoot>
    </Table>
  )
}
