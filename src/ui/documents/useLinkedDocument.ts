import { useCallback, useEffect, useRef, useState } from 'react'
import { useShell } from '../activeSchool.ts'
import { type OpenDocumentLinkMutation, OpenDocumentLinkDocument } from './documents.graphql.ts'
import type { DocumentJob } from './documentTexts.ts'
import { useSendCommand } from '../useSendCommand.ts'

type LinkedJob = OpenDocumentLinkMutation['openDocumentLink']

/**
 * Opens the document of a mail's link. Each opening is audited, so it happens once per visit. If a SUPERADMIN has
 * another school or none chosen, the document's school becomes the active one, and `switched` is true.
 */
export function useLinkedDocument(token: string, kinds: readonly DocumentJob['kind'][]) {
  const sendCommand = useSendCommand()
  const { school, chooseSchool } = useShell()
  const [job, setJob] = useState<LinkedJob | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [switched, setSwitched] = useState(false)
  const active = useRef(school?.id)
  // A new list with the same kinds must not open the link again.
  const shownKinds = useRef(kinds)
  useEffect(() => {
    active.current = school?.id
  }, [school?.id])
  const fresh = useCallback(async () => {
    const data = await sendCommand(OpenDocumentLinkDocument, { input: { token } })
    return data.openDocumentLink
  }, [sendCommand, token])
  const open = useCallback(async () => {
    setError(null)
    try {
      const opened = await fresh()
      if (shownKinds.current.includes(opened.kind) && opened.schoolId !== active.current) {
        await chooseSchool(opened.schoolId)
        setSwitched(true)
      }
      setJob(opened)
    } catch (cause) {
      setError(cause)
    }
  }, [fresh, chooseSchool])
  useEffect(() => void open(), [open])
  // Another school must neither show nor fetch it.
  const isShown = job !== null && (!kinds.includes(job.kind) || job.schoolId === school?.id)
  return { job: isShown ? job : null, error, switched, retry: () => void open(), fresh }
}
