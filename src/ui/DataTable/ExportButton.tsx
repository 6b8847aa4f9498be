import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { schoolDay } from '#shared/dates.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { failureOf, genericMessage } from '../problems.ts'
import { showError } from '../snackbars.ts'
import { type ExportFormat, exportFile, saveFile } from './exportRows.ts'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon } from '#ui/kit/icons.ts'
import { Menu } from '#ui/kit/Menu.tsx'
import styles from './ExportButton.module.css'

export interface ExportChoice {
  /** What is exported, such as 'All 40 rows'. The format stands beside it. */
  label: string
  tables: () => readonly SheetTable[] | Promise<readonly SheetTable[]>
}

export interface ExportButtonProps {
  /** File name without date and extension. */
  fileName: string
  choices: readonly ExportChoice[]
  size?: 'small' | 'normal'
}

const formats: readonly { format: ExportFormat; exportLabel: (what: string) => string }[] = [
  { format: 'csv', exportLabel: (what) => t`${what} as CSV` },
  { format: 'xlsx', exportLabel: (what) => t`${what} as a spreadsheet` },
]

/** Downloads a table as a CSV file or a spreadsheet. Every table of the product has this button. */
export function ExportButton({ fileName, choices, size = 'normal' }: ExportButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [running, setRunning] = useState(false)

  async function run(format: ExportFormat, { tables }: ExportChoice) {
    setAnchor(null)
    setRunning(true)
    try {
      saveFile(await exportFile(await tables(), format), `${fileName}-${schoolDay(new Date())}.${format}`)
    } catch (error) {
      showError(genericMessage(failureOf(error)))
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <Button
        variant="quiet"
        size={size}
        icon={<DownloadIcon />}
        loading={running}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        className={styles.button}
      >
        <span className={styles.text}>
          <Trans>Export</Trans>
        </span>
      </Button>
      <Menu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t`Export`}
        choices={choices.flatMap((choice) =>
          formats.map(({ format, exportLabel }) => ({
            label: exportLabel(choice.label),
            onChoose: () => void run(format, choice),
          })),
        )}
      />
    </>
  )
}
