import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from '../navigation.tsx'
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
  const { link, undo, undoQuestion } = result

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
        <Alert kind="success">
          {t`${result.message}. ${plural(count, { one: '# row was imported.', other: '# rows were imported.' })}`}
        </Alert>
      ) : (
        <Alert kind="info">{t`${undone}. The import was undone.`}</Alert>
      )}
      <Row gap={2} wrap>
        {link && undone === null && (
          <Button variant="primary" as={Link} to={link.to}>
            {link.label}
          </Button>
        )}
        {undo && undone === null && (
          <Button variant="quiet" danger onClick={ask}>
            <Trans>Undo</Trans>
          </Button>
        )}
        <Button variant="quiet" onClick={onRestart}>
          <Trans>Import another file</Trans>
        </Button>
      </Row>
      <ConfirmDialog
        open={asking}
        title={t`Undo this import?`}
        confirmLabel={t`Undo Import`}
        onConfirm={undoImport}
        onClose={() => setAsking(false)}
      >
        {undoQuestion ??
          plural(count, {
            one: 'The # row that was imported will be deleted, with everything the import made for them. Everything else stays. If something depends on them by now, nothing is deleted.',
            other:
              'The # rows that were imported will be deleted, with everything the import made for them. Everything else stays. If something depends on them by now, nothing is deleted.',
          })}
      </ConfirmDialog>
    </Stack>
  )
}
