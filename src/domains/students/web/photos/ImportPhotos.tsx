import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { showCount } from '#shared/counts.ts'
import { UnreadableFile } from '#shared/parseFile.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { DropZone } from '#ui/import/DropZone.tsx'
import { ImportDone } from '#ui/import/ImportDone.tsx'
import { StepProgress } from '#ui/import/StepProgress.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { uploadFile } from '#ui/upload.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { Guide } from '../Guide.tsx'
import { matchPhotos } from './photoFile.ts'
import { ImportStudentPhotosDocument, PhotoStudentsDocument, UndoPhotosImportDocument } from './photos.graphql.ts'
import { type PhotoRow, PhotoRows } from './PhotoRows.tsx'
import { readPhotos } from './readPhotos.ts'

type Stage =
  | { name: 'choose'; problem: string | null }
  | { name: 'reading'; share: number }
  | { name: 'preview'; rows: readonly PhotoRow[]; refusal: string | null }
  | { name: 'sending'; sent: number; count: number }
  | { name: 'done'; id: string; count: number }

/** Photos that are sent at once, on a line that others use, too. */
const atOnce = 3

/** The tab Photos: many photos at once, from a zip whose files are named by register number. */
export default function ImportPhotos() {
  const { schoolId, termId } = useActiveSchool()
  const client = useDataClient()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const [stage, setStage] = useState<Stage>({ name: 'choose', problem: null })
  const stop = useRef(new AbortController())
  /** Ids of the photos that were sent already, should the rest fail. */
  const uploaded = useRef(new Map<File, string>())
  useEffect(() => () => stop.current.abort(), [])

  function restart() {
    stop.current.abort()
    stop.current = new AbortController()
    uploaded.current = new Map()
    setStage({ name: 'choose', problem: null })
  }

  async function choose(file: File) {
    restart()
    const { signal } = stop.current
    setStage({ name: 'reading', share: 0 })
    try {
      const photos = await readPhotos(file, (share) => setStage({ name: 'reading', share }), signal)
      const registerNos = [...new Set(photos.map(({ registerNo }) => registerNo))].filter((one) => one !== '' && one.length <= 30)
      const { photoStudents } = await client.request(PhotoStudentsDocument, { schoolId, input: { termId, registerNos } })
      if (!signal.aborted) setStage({ name: 'preview', rows: matchPhotos(photos, photoStudents), refusal: null })
    } catch (error) {
      if (signal.aborted) return
      const problem = error instanceof UnreadableFile ? error.message : genericMessage(failureOf(error))
      setStage({ name: 'choose', problem })
    }
  }

  async function send(rows: readonly PhotoRow[]) {
    const { signal } = stop.current
    setStage({ name: 'sending', sent: 0, count: rows.length })
    try {
      const waiting = [...rows]
      const work = async () => {
        for (let row = waiting.shift(); row; row = waiting.shift()) {
          signal.throwIfAborted()
          const { photo } = row
          if (photo && !uploaded.current.has(photo)) {
            // oxlint-disable-next-line no-await-in-loop
            const { fileId } = await uploadFile(photo, 'student-photo', { sendCommand, schoolId })
            uploaded.current.set(photo, fileId)
          }
          setStage({ name: 'sending', sent: uploaded.current.size, count: rows.length })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      const photos = rows.map(({ registerNo, photo }) => ({
        registerNo,
        photoFile: (photo && uploaded.current.get(photo)) ?? '',
      }))
      const { importStudentPhotos } = await withKey((key) =>
        sendCommand(ImportStudentPhotosDocument, { schoolId, input: { key, rows: photos } }, { alsoChanges: ['idcards'] }),
      )
      setStage({ name: 'done', ...importStudentPhotos })
    } catch (error) {
      if (signal.aborted) return
      const failure = failureOf(error)
      const refusal =
        failure.code === 'NETWORK'
          ? unknownOutcomeMessage
          : failure.expected || !(error instanceof Error)
            ? genericMessage(failure)
            : error.message
      setStage({ name: 'preview', rows, refusal })
    }
  }

  async function undo(id: string) {
    const data = await sendCommand(UndoPhotosImportDocument, { schoolId, id }, { alsoChanges: ['idcards'] })
    const count = data.undoPhotosImport
    return { message: plural(count, { one: '# photo taken back', other: '# photos taken back' }) }
  }

  switch (stage.name) {
    case 'choose':
      return (
        <Stack gap={4}>
          {stage.problem && <Alert kind="error">{stage.problem}</Alert>}
          <DropZone
            onFile={(file) => void choose(file)}
            label={t`Zip of photos`}
            text={t`Drop a zip of photos here`}
            accept=".zip,application/zip"
          />
          <Guide points={points} />
        </Stack>
      )
    case 'reading':
      return <StepProgress text={t`Reading the photos`} share={stage.share} onStop={restart} />
    case 'sending':
      return (
        <StepProgress
          text={t`Sending photo ${showCount(stage.sent)} of ${showCount(stage.count)}`}
          share={stage.sent / stage.count}
        />
      )
    case 'done':
      return (
        <ImportDone
          result={{
            message: t`Photos saved`,
            link: { to: '/students', label: t`View Students` },
            undo: () => undo(stage.id),
            undoQuestion: t`The students get the photos back that they had before; who had none has none again. If a photo was changed since, nothing is undone.`,
          }}
          count={stage.count}
          onRestart={restart}
        />
      )
    case 'preview':
      return <Preview rows={stage.rows} refusal={stage.refusal} onSend={(rows) => void send(rows)} onRestart={restart} />
  }
}

interface PreviewProps {
  rows: readonly PhotoRow[]
  refusal: string | null
  onSend: (rows: readonly PhotoRow[]) => void
  onRestart: () => void
}

function Preview({ rows, refusal, onSend, onRestart }: PreviewProps) {
  const [leftOut, setLeftOut] = useState(false)
  const good = rows.filter(({ problem }) => problem === null)
  const refused = rows.length - good.length
  const replaced = good.filter(({ student }) => student?.photoUrl).length
  const isReady = good.length > 0 && (refused === 0 || leftOut)
  return (
    <Stack gap={4}>
      {refusal && <Alert kind="error">{refusal}</Alert>}
      {refused > 0 && !leftOut ? (
        <Alert kind="warning">
          {plural(refused, {
            one: '# file cannot be saved. Correct it and choose the zip again, or leave it out.',
            other: '# files cannot be saved. Correct them and choose the zip again, or leave them out.',
          })}
        </Alert>
      ) : (
        <Alert kind="success">
          {plural(good.length, { one: '# photo has its student.', other: '# photos have their students.' })}
        </Alert>
      )}
      {replaced > 0 && (
        <Text tone="quiet">
          {plural(replaced, {
            one: '# student has a photo already: it is replaced. You can undo this right after.',
            other: '# students have a photo already: they are replaced. You can undo this right after.',
          })}
        </Text>
      )}
      <PhotoRows rows={leftOut ? good : rows} />
      <Row gap={2} wrap>
        <Button variant="primary" disabled={!isReady} onClick={() => onSend(good)}>
          {plural(good.length, { one: 'Save # photo', other: 'Save # photos' })}
        </Button>
        {refused > 0 && !leftOut && (
          <Button variant="quiet" onClick={() => setLeftOut(true)}>
            {plural(refused, { one: 'Leave out # file', other: 'Leave out # files' })}
          </Button>
        )}
        <Button variant="quiet" onClick={onRestart}>
          <Trans>Choose another file</Trans>
        </Button>
      </Row>
    </Stack>
  )
}

const points = [
  t`Name each photo by the student’s register number: G0412.jpg. Folders in the zip do not matter.`,
  t`JPEG, PNG or WebP, at most 20 MB each and 1,000 in one zip.`,
  t`You see which student gets which photo before anything is saved.`,
  t`If one file is wrong, nothing is saved. Correct it, or leave it out.`,
]
