import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useMemo, useState } from 'react'
import { writeCsv } from '#shared/csv.ts'
import { showCount } from '#shared/counts.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { saveFile } from '../DataTable/exportRows.ts'
import { showSuccess } from '../snackbars.ts'
import { ColumnMatch } from './ColumnMatch.tsx'
import { DropZone } from './DropZone.tsx'
import { ImportDone } from './ImportDone.tsx'
import { ImportGrid } from './ImportGrid.tsx'
import {
  type ImportRow,
  type ImportRules,
  isRefused,
  refusedCells,
  repairTexts,
  toImportRow,
  type ImportSummary,
} from './importTable.ts'
import { StepProgress } from './StepProgress.tsx'
import { type Submit, useImport } from './useImport.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './ImportStudio.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { useUnloadWarning } from '#ui/useUnloadWarning.ts'

/** A confirmation for rows that delete something: what, how many, and what stays. */
export interface ImportQuestion {
  title: string
  text: ReactNode
  confirmLabel: string
}

export interface ImportStudioProps extends ImportRules {
  /** Template file, such as 'UserTemplate.csv'. `example` rows go below its header. */
  template: { name: string; columns: readonly string[]; example?: readonly (readonly string[])[] }
  /** 'Upload Users'. */
  submitLabel: string
  /**
   * Sends all rows at once. Rejects with the server's refusal, whose problems (`rows.12.phone`) are shown at their
   * cells.
   */
  onSubmit: Submit
  /** Messages about the whole file. `blank` is for a required cell without a value, and defaults to `invalid`. */
  verdicts: { good: string; invalid: string; blank?: string }
  /** Returns the confirmation for rows that delete something; null without such rows. */
  confirm?: (rows: readonly ImportRow[]) => ImportQuestion | null
  /** Renders what follows from the rows, once the file has no refused one and before it is sent. */
  preview?: (rows: readonly ImportRow[]) => ReactNode
  /** Refuses a file with columns that are none of these: returns the sentence about their headers. */
  unknownColumns?: (headers: readonly string[]) => string
  /** Help on preparing the file. */
  guide?: ReactNode
}

/**
 * Import of all kinds of rows: choose a file, match its columns, correct refused cells, preview, send all rows or none.
 * `checkRow`, `checkAll`, `kindOf`, `confirm` and `preview` must be stable (memoized), because a new function checks
 * the rows again.
 */
export function ImportStudio(props: ImportStudioProps) {
  const { template, columns, submitLabel, onSubmit, verdicts, confirm, preview, unknownColumns, guide } = props
  const studio = useImport(props, onSubmit, (result) => showSuccess(result.message))
  const { stage, file, matched, verdict, table } = studio
  const [view, setView] = useState<'problems' | 'all'>('problems')
  const [columnsOpen, setColumnsOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const busy = stage.name === 'sending'

  useUnloadWarning(busy)

  const shownRows = useMemo(
    () => (view === 'problems' && verdict !== null && verdict.refused > 0 ? table.rows.filter(isRefused) : table.rows),
    [view, verdict, table],
  )

  const repairs = useMemo(() => repairTexts(table.rows, columns), [table, columns])

  const [question, consequences] = useMemo(() => {
    if ((!confirm && !preview) || verdict === null || verdict.refused > 0) return [null, null]
    const rows = table.rows.filter((row) => !row.leftOut).map((row) => toImportRow(row, columns))
    return [confirm?.(rows) ?? null, preview?.(rows)]
  }, [confirm, preview, verdict, table, columns])

  function downloadTemplate() {
    saveFile(new Blob([writeCsv([template.columns, ...(template.example ?? [])])], { type: 'text/csv' }), template.name)
  }

  if (stage.name === 'choose') {
    return (
      <Stack gap={4}>
        {stage.unreadable && <Alert kind="error">{stage.unreadable}</Alert>}
        <DropZone onFile={(chosen) => void studio.choose(chosen)} label={submitLabel} />
        <Row gap={2} wrap>
          <Button variant="quiet" onClick={downloadTemplate}>
            <Trans>Download {template.name}</Trans>
          </Button>
          <Button variant="primary" disabled>
            {submitLabel}
          </Button>
        </Row>
        {guide}
      </Stack>
    )
  }
  if (stage.name === 'reading') {
    return <StepProgress text={stage.what} share={stage.share} onStop={studio.restart} />
  }
  if (stage.name === 'sending') {
    // One transaction stores all rows or none, so there is no progress to show.
    return <StepProgress text={t`Storing ${plural(stage.count, { one: '# row', other: '# rows' })} …`} share={null} />
  }
  if (stage.name === 'done') {
    return <ImportDone result={stage.result} count={stage.count} onRestart={studio.restart} />
  }
  const refused = verdict?.refused ?? 0
  const used = new Set(matched.values())
  const unknown = unknownColumns ? (file?.parsed.headers ?? []).filter((header, index) => header !== '' && !used.has(index)) : []
  const ready = verdict !== null && refused === 0 && verdict.kinds.size > 0 && unknown.length === 0
  const matchOpen = columnsOpen || verdict === null || unknown.length > 0
  return (
    <Stack gap={4}>
      <Row gap={2} align="center" wrap>
        <Text className={styles.text}>
          {`${file?.name} · ${plural(table.rows.length, { one: '# row', other: '# rows' })} · ${file?.parsed.format}`}
        </Text>
        {verdict !== null && (
          <Button variant="quiet" onClick={() => setColumnsOpen(!columnsOpen)} aria-expanded={columnsOpen}>
            <Trans>Columns</Trans>
          </Button>
        )}
        <Button variant="quiet" onClick={studio.restart}>
          <Trans>Choose another file</Trans>
        </Button>
      </Row>
      {unknown.length > 0 && <Alert kind="error">{unknownColumns?.(unknown)}</Alert>}
      {matchOpen && (
        <ColumnMatch columns={columns} headers={file?.parsed.headers ?? []} matched={matched} onRematch={studio.rematch} />
      )}
      {studio.refusal && <Alert kind="error">{studio.refusal}</Alert>}
      {verdict && unknown.length === 0 && <SummaryLine verdict={verdict} verdicts={verdicts} grave={question !== null} />}
      {verdict && <Repairs words={repairs} />}
      {consequences}
      {refused > 0 && (
        <ToggleGroup value={view} onChange={(next: 'problems' | 'all') => setView(next)} aria-label={t`Rows shown`}>
          <Toggle value="problems">{t`Problems (${showCount(refused)})`}</Toggle>
          <Toggle value="all">{t`All rows (${showCount(table.rows.length)})`}</Toggle>
        </ToggleGroup>
      )}
      {verdict && (
        <ImportGrid rows={shownRows} columns={columns} matched={matched} onEdit={studio.edit} label={file?.name ?? submitLabel} />
      )}
      <Row gap={2} wrap>
        <Button variant="primary" disabled={!ready} onClick={() => (question ? setAsking(true) : void studio.send())}>
          {submitLabel}
        </Button>
        {verdict?.asked && (
          <Button onClick={() => void studio.send(true)}>
            <Trans>Add anyway</Trans>
          </Button>
        )}
        {refused > 0 && (
          <>
            <Button
              variant="quiet"
              onClick={() =>
                saveFile(
                  new Blob([writeCsv(refusedCells(table.rows, columns))], { type: 'text/csv' }),
                  `refused-${template.name}`,
                )
              }
            >
              {refused === 1 ? t`Download the refused row` : t`Download ${showCount(refused)} refused rows`}
            </Button>
            <Button variant="quiet" onClick={studio.leaveOutRefused}>
              {refused === 1 ? t`Leave out the refused row` : t`Leave out ${showCount(refused)} refused rows`}
            </Button>
          </>
        )}
        {verdict !== null && verdict.leftOut > 0 && (
          <Button variant="quiet" onClick={studio.putBack}>{t`Put back ${showCount(verdict.leftOut)} left out`}</Button>
        )}
      </Row>
      {guide}
      {question && (
        <ConfirmDialog
          open={asking}
          title={question.title}
          confirmLabel={question.confirmLabel}
          // The studio shows the result.
          onConfirm={async () => void studio.send()}
          onClose={() => setAsking(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </Stack>
  )
}

/** Maximum number of corrections in the list. */
const maxRepairs = 50

/** Lists the cells that were corrected as the file was read. */
function Repairs({ words }: { words: readonly string[] }) {
  const [open, setOpen] = useState(false)
  if (words.length === 0) return null
  return (
    <Alert
      kind="info"
      action={
        <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t`Hide` : t`Show`}
        </Button>
      }
    >
      <Plural value={words.length} one="# cell was repaired." other="# cells were repaired." />
      {open && (
        <ul className={styles.list}>
          {words.slice(0, maxRepairs).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {words.length > maxRepairs && <li>{t`and ${showCount(words.length - maxRepairs)} more`}</li>}
        </ul>
      )}
    </Alert>
  )
}

/** Summary of the file: its message, and "12 new · 30 changed · 1 refused". */
function SummaryLine(props: { verdict: ImportSummary; verdicts: ImportStudioProps['verdicts']; grave: boolean }) {
  const { verdict, verdicts, grave } = props

  const parts = [...verdict.kinds].map(([kind, number]) => kindText(kind, showCount(number)))
  if (verdict.refused > 0) parts.push(t`${showCount(verdict.refused)} refused`)
  if (verdict.leftOut > 0) parts.push(t`${showCount(verdict.leftOut)} left out`)
  const words = verdict.asked
    ? t`Some rows look like students of the school. Leave them out, or add them anyway.`
    : verdict.refused === 0
      ? verdicts.good
      : verdict.blank
        ? (verdicts.blank ?? verdicts.invalid)
        : verdicts.invalid
  const nothing = verdict.refused === 0 && verdict.kinds.size === 0
  return (
    <Alert kind={verdict.refused > 0 ? 'error' : nothing || grave ? 'warning' : 'success'} role="status">
      <div>{nothing ? t`The file has no row to import.` : words}</div>
      <div className={styles.box}>{parts.join(' · ')}</div>
    </Alert>
  )
}

/** Returns how many rows there are of a kind: `12 new`. Kinds that not every import has come as texts. */
function kindText(kind: string, count: string): string {
  if (kind === 'new') return t`${count} new`
  return kind === 'changed' ? t`${count} changed` : `${count} ${kind}`
}
