import DownloadIcon from '@mui/icons-material/Download'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { schoolDay } from '#shared/dates.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { failureOf, genericText } from '../problems.ts'
import { sayError } from '../snackbars.tsx'
import { type ExportFormat, exportFile, saveFile } from './exportRows.ts'

export interface ExportChoice {
  /** What is exported, such as 'All 40 rows'; the format is said after it. */
  label: string
  tables: () => readonly SheetTable[] | Promise<readonly SheetTable[]>
}

export interface ExportButtonProps {
  /** The file's name without day and ending. */
  fileName: string
  choices: readonly ExportChoice[]
  size?: 'small' | 'medium'
}

const formats: readonly { format: ExportFormat; words: string }[] = [
  { format: 'csv', words: 'as CSV' },
  { format: 'xlsx', words: 'as a spreadsheet' },
]

/** Hands a table to the person, as a CSV file or a spreadsheet. Every table of the product has one. */
export function ExportButton({ fileName, choices, size = 'medium' }: ExportButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [running, setRunning] = useState(false)

  async function run(format: ExportFormat, { tables }: ExportChoice) {
    setAnchor(null)
    setRunning(true)
    try {
      saveFile(await exportFile(await tables(), format), `${fileName}-${schoolDay(new Date())}.${format}`)
    } catch (error) {
      sayError(genericText(failureOf(error)))
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <Button
        color="inherit"
        size={size}
        startIcon={<DownloadIcon />}
        loading={running}
        loadingPosition="start"
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
      >
        Export
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {choices.flatMap((choice) =>
          formats.map(({ format, words }) => (
            <MenuItem key={`${choice.label} ${format}`} onClick={() => void run(format, choice)}>
              {`${choice.label} ${words}`}
            </MenuItem>
          )),
        )}
      </Menu>
    </>
  )
}
