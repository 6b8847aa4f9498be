import { useState } from 'react'
import { Link } from 'react-router'
import { countWithNoun, plural } from '#shared/plural.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { dismissSnackbars, showSuccess } from '../snackbars.ts'
import type { ImportResult } from './useImport.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'

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
    <Stack gap={4}>
      {undone === null ? (
        <Alert kind="success">{`${result.message}. ${rows} ${were} imported.`}</Alert>
      ) : (
        <Alert kind="info">{`${undone}. The import was undone.`}</Alert>
      )}
      <Row gap={2} wrap>
        {link && undone === null && (
          <Button variant="primary" as={Link} to={link.to}>
            {link.label}
          </Button>
        )}
        {undo && undone === null && (
          <Button variant="quiet" danger onClick={ask}>
            Undo
          </Button>
        )}
        <Button variant="quiet" onClick={onRestart}>
          Import another file
        </Button>
      </Row>
      <ConfirmDialog
        open={asking}
        title="Undo this import?"
        confirmLabel="Undo Import"
        onConfirm={undoImport}
        onClose={() => setAsking(false)}
      >
        {`The ${rows} that ${were} imported will be deleted, with everything the import made for them. Everything else stays. If something depends on them by now, nothing is deleted.`}
      </ConfirmDialog>
    </Stack>
  )
}
