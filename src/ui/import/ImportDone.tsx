import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { countWithNoun, plural } from '#shared/plural.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { dismissSnackbars, showSuccess } from '../snackbars.tsx'
import type { ImportResult } from './useImport.ts'

/** Result of an import: a link to the new rows, and undo. */
export function ImportDone({ result, count, onRestart }: { result: ImportResult; count: number; onRestart: () => void }) {
  const [asking, setAsking] = useState(false)
  const [undone, setUndone] = useState<string | null>(null)
  const { link, undo } = result
  const rows = countWithNoun(count, 'row')
  const were = plural(count, 'was', 'were')

  function ask() {
    dismissSnackbars()
    setAsking(true)
  }

  async function undoImport() {
    const answer = await undo?.()
    if (!answer) return
    showSuccess(answer.message)
    setUndone(answer.message)
  }

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {undone === null ? (
        <Alert severity="success">{`${result.message}. ${rows} ${were} imported.`}</Alert>
      ) : (
        <Alert severity="info">{`${undone}. The import was undone.`}</Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {link && undone === null && (
          <Button variant="contained" component={Link} to={link.to}>
            {link.label}
          </Button>
        )}
        {undo && undone === null && (
          <Button color="error" onClick={ask}>
            Undo
          </Button>
        )}
        <Button onClick={onRestart}>Import another file</Button>
      </Box>
      <ConfirmDialog
        open={asking}
        title="Undo this import?"
        confirmLabel="Undo Import"
        onConfirm={undoImport}
        onClose={() => setAsking(false)}
      >
        {`The ${rows} that ${were} imported will be deleted, with everything the import made for them. Everything else stays. If something depends on them by now, nothing is deleted.`}
      </ConfirmDialog>
    </Box>
  )
}
