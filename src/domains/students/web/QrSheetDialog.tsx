import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { Progress } from '#ui/kit/Progress.tsx'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { QrPages, type QrStudent } from './QrPages.tsx'
import { QrSheetDocument } from './students.graphql.ts'
import styles from './QrSheetDialog.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { Select } from '#ui/kit/Select.tsx'

/** Dialog that chooses students, draws their QR codes and opens the print dialog. */
export default function QrSheetDialog({ onClose }: { onClose: () => void }) {
  const { schoolId, termId, term } = useActiveSchool()
  const client = useDataClient()
  const { sections } = useSectionChoices()
  const [selection, setSelection] = useState('')
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [isEmpty, setIsEmpty] = useState(false)
  const [sheet, setSheet] = useState<readonly QrStudent[] | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const options = useMemo(() => {
    const classes = new Map((sections ?? []).map((section) => [section.class.id, section.class.name]))
    return [
      ...[...classes].map(([id, name]) => ({ value: `class:${id}`, label: t`Class ${name}` })),
      ...(sections ?? []).map(({ id, title }) => ({ value: `section:${id}`, label: title })),
    ]
  }, [sections])

  const done = useCallback(() => {
    setSheet(null)
    onClose()
  }, [onClose])

  async function print() {
    const controller = new AbortController()
    stop.current = controller
    const [kind, id] = selection.split(':')
    setIsEmpty(false)
    setProgress({ done: 0, of: 0 })
    try {
      const [{ qrSheet: students }, { drawQrCodes: qrPaths }] = await Promise.all([
        // Not remembered, because a code is enough to mark its student present.
        client.request(QrSheetDocument, {
          schoolId,
          input: { termId, ...(kind === 'class' ? { classId: id } : kind === 'section' ? { sectionId: id } : {}) },
        }),
        import('./drawQrCodes.ts'),
      ])
      setIsEmpty(students.length === 0)
      if (students.length === 0) return setProgress(null)
      const paths = await qrPaths(
        students.map((student) => student.qrcode),
        (drawn) => setProgress({ done: drawn, of: students.length }),
        controller.signal,
      )
      setProgress({ done: students.length, of: students.length })
      // A transition keeps the page responsive while up to a hundred pages are laid out.
      startTransition(() =>
        setSheet(students.map((student, index) => ({ ...student, code: paths[index] ?? { size: 1, path: '' } }))),
      )
    } catch (error) {
      setProgress(null)
      if (!controller.signal.aborted) showError(genericMessage(failureOf(error)))
    }
  }

  return (
    <Dialog title={t`QR Sheet`} onClose={onClose} size="small">
      <DialogBody className={styles.content}>
        <Text>
          {term ? (
            <Trans>The codes of the enabled students of {term.name}, 7 in a row and 49 on an A4 page.</Trans>
          ) : (
            <Trans>The codes of the enabled students of the active term, 7 in a row and 49 on an A4 page.</Trans>
          )}{' '}
          <Trans>Keep the sheet safe: a code is enough to mark its student present.</Trans>
        </Text>
        <Select
          label={t`Students`}
          value={selection}
          onChange={(event) => setSelection(event.target.value)}
          disabled={progress !== null}
        >
          <option value="">{t`The whole school`}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {isEmpty && (
          <Alert kind="info">
            <Trans>There are no enabled students here.</Trans>
          </Alert>
        )}
        {progress && (
          <div>
            <Text role="status">
              {progress.done < progress.of || progress.of === 0
                ? t`Drawing ${showCount(progress.done)} of ${showCount(progress.of)} codes`
                : t`Laying out the pages`}
            </Text>
            <Progress
              aria-label={t`Drawing the codes`}
              value={progress.of > 0 && progress.done < progress.of ? (100 * progress.done) / progress.of : undefined}
            />
          </div>
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button variant="primary" loading={progress !== null} onClick={() => void print()}>
          <Trans>Print</Trans>
        </Button>
      </DialogActions>
      {sheet && <QrPages students={sheet} onDone={done} />}
    </Dialog>
  )
}
