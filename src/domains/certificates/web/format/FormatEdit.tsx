import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import type { JSONContent } from '@tiptap/core'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { dismissSnackbars, showSuccess } from '#ui/snackbars.ts'
import { InnerPageHead } from '#ui/InnerPageHead.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { backToFormats } from '../certificatesAddress.ts'
import { missingParts } from '../../certificates.rules.ts'
import type { FormatDoc } from '../../format.schema.ts'
import { formatFailureText, formatSavedText } from '../certificateTexts.ts'
import { PaperDialog } from '../PaperDialog.tsx'
import { type KnownField, labelLookup } from './catalogue.ts'
import { draftKey, dropDraft, storeDraft, readDraft } from './draft.ts'
import { FieldsPanel } from './FieldsPanel.tsx'
import { FormatEditor, useFormatEditor } from './FormatEditor.tsx'
import { CertificateFormatsDocument, SaveCertificateFormatDocument } from './formats.graphql.ts'
import { insertInLine } from './insertInLine.ts'
import { MissingParts } from './MissingParts.tsx'
import { fieldsOf, inOrder, storedFormat } from './nodes.ts'
import { emptyPaper } from './papers.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './FormatEdit.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, SaveIcon, ShowIcon } from '#ui/kit/icons.ts'
import { TextField } from '#ui/kit/TextField.tsx'
import { useMedia } from '#ui/kit/useMedia.ts'
import { Dialog, DialogBody } from '#ui/kit/Dialog.tsx'
import { useUnloadWarning } from '#ui/useUnloadWarning.ts'

/** The format that the editor opens: a stored one, or the start of a new one. */
export interface FormatStart {
  /** Identifies the format in the key of its draft. */
  which: string
  id: string | null
  /** The version that was opened. */
  seen: number | null
  name: string
  format: string
  order: readonly string[]
  pictures: readonly { fileId: string; url: string }[]
}

/**
 * Edits or adds a format. Unsaved changes stay in this browser window as a draft, also while the user visits other
 * pages.
 */
export default function FormatEdit({ start, fields }: { start: FormatStart; fields: readonly KnownField[] }) {
  const { schoolId, viewer } = useActiveSchool()
  const draftStorageKey = draftKey(schoolId, viewer.id, start.which)
  const [round, setRound] = useState(0)
  return (
    <FormatForm
      // Discarding the changes remounts the editor with the stored format.
      key={round}
      start={start}
      fields={fields}
      draftStorageKey={draftStorageKey}
      onDiscard={() => {
        dropDraft(draftStorageKey)
        setRound((before) => before + 1)
      }}
    />
  )
}

interface FormatFormProps {
  start: FormatStart
  fields: readonly KnownField[]
  draftStorageKey: string
  onDiscard: () => void
}

function FormatForm({ start, fields, draftStorageKey, onDiscard }: FormatFormProps) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const sendCommand = useSendCommand()
  const [, setAddress] = useSearchParams()
  const wide = useMedia('(min-width: 1200px)')
  const [labelOf] = useState(() => labelLookup(fields))
  const [storedDraft, setStoredDraft] = useState(() => readDraft(draftStorageKey))
  const [first] = useState((): JSONContent => storedDraft?.format ?? (JSON.parse(start.format) as JSONContent))
  const [name, setName] = useState(storedDraft?.name ?? start.name)
  const [order, setOrder] = useState(storedDraft?.order ?? start.order)
  const [seen, setSeen] = useState(storedDraft ? storedDraft.seen : start.seen)
  const [doc, setDoc] = useState(first)
  const { editor, addPictures, sending, urlOf } = useFormatEditor({
    first,
    labelOf,
    pictures: start.pictures,
    onChange: (changed) => setDoc(storedFormat(changed.getJSON())),
  })
  // Normalizes a format through the editor, which writes every attribute, so that equal formats compare equal.
  const normalized = useCallback(
    (format: JSONContent) => storedFormat(editor.schema.nodeFromJSON(format).toJSON() as JSONContent),
    [editor],
  )
  const [saved, setSaved] = useState(() => {
    const format = normalized(JSON.parse(start.format) as JSONContent)
    return serialized(start.name, format, inOrder(fieldsOf(format), start.order))
  })
  const used = inOrder(fieldsOf(doc), order)
  const dirty = serialized(name, normalized(doc), used) !== saved
  const [open, setOpen] = useState<'preview' | 'fields' | null>(null)
  const missing = missingParts(doc as FormatDoc)
  const [refusals, setRefusals] = useState(0)
  const [saving, setSaving] = useState(false)
  const [problems, setProblems] = useState<{ name?: string; conflict?: string; other?: string }>({})

  useEffect(() => {
    if (dirty) storeDraft(draftStorageKey, { seen, name, format: doc, order: used, at: new Date().toISOString() })
    else dropDraft(draftStorageKey)
  }, [dirty, draftStorageKey, seen, name, doc, used])
  useUnloadWarning(dirty)

  /** @param asNew adds a new format and keeps the one that somebody else has changed meanwhile */
  async function save(asNew = false) {
    const format = normalized(editor.getJSON())
    const names = inOrder(fieldsOf(format), order)
    const title = (asNew ? `${name.trim()} (2)` : name).trim()
    if (title === '') {
      setProblems({ name: t`Required` })
      return
    }
    if (missing.length > 0) {
      setProblems({})
      setRefusals((before) => before + 1)
      return
    }
    setSaving(true)
    setProblems({})
    dismissSnackbars()
    try {
      const data = await sendCommand(SaveCertificateFormatDocument, {
        schoolId,
        input: {
          id: asNew ? null : start.id,
          seen: asNew ? null : seen,
          name: title,
          format: JSON.stringify(format),
          fields: names.map((field, index) => ({ name: field, sr: index + 1 })),
        },
      })
      const row = data.saveCertificateFormat
      showSuccess(formatSavedText)
      dropDraft(draftStorageKey)
      setStoredDraft(null)
      setName(row.name)
      setSeen(row.version)
      setSaved(serialized(row.name, format, names))
      if (row.id !== start.id) setAddress({ tab: 'certificates', part: 'format', format: row.id }, { replace: true })
    } catch (error) {
      const failure = failureOf(error)
      if (endsSession(failure)) return
      const at = (path: string) => failure.problems.find((problem) => problem.path === path)?.message
      const [nameProblem, conflict] = [at('name'), at('seen')]
      if (nameProblem !== undefined) setProblems({ name: nameProblem })
      else if (conflict !== undefined) setProblems({ conflict })
      else setProblems({ other: formatFailureText(failure.problems[0]?.message ?? genericMessage(failure)) })
    } finally {
      setSaving(false)
    }
  }

  const panel = (
    <FieldsPanel
      {...{ editor, labelOf, names: used, catalogue: fields }}
      onOrder={setOrder}
      onInsert={() => setOpen((now) => (now === 'fields' ? null : now))}
    />
  )
  return (
    <Stack gap={4}>
      <InnerPageHead
        back={backToFormats}
        title={start.id === null ? t`New format` : start.name}
        context={
          dirty ? t`Unsaved changes, kept in this window until you save them` : start.id === null ? t`Not saved yet` : t`Saved`
        }
      >
        <Button icon={<ShowIcon />} onClick={() => setOpen('preview')}>
          <Trans>Preview</Trans>
        </Button>
        <Button
          variant="primary"
          icon={<SaveIcon />}
          loading={saving}
          disabled={!dirty && start.id !== null}
          onClick={() => void save()}
        >
          <Trans>Save Format</Trans>
        </Button>
      </InnerPageHead>
      {storedDraft && dirty && (
        <Alert
          kind="info"
          action={
            <Button variant="quiet" size="small" onClick={onDiscard}>
              <Trans>Discard changes</Trans>
            </Button>
          }
        >
          {t`Your unsaved changes of ${showMoment(storedDraft.at)} were restored.`}
        </Alert>
      )}
      {problems.conflict !== undefined && (
        <Alert
          kind="warning"
          action={
            <>
              <Button variant="quiet" size="small" onClick={() => void save(true)}>
                <Trans>Save as a new format</Trans>
              </Button>
              <Button variant="quiet" size="small" onClick={() => void client.renew(CertificateFormatsDocument).then(onDiscard)}>
                <Trans>Discard mine</Trans>
              </Button>
            </>
          }
        >
          <Trans>Somebody else has changed this format in the meantime.</Trans>
        </Alert>
      )}
      {problems.other !== undefined && <Alert kind="error">{problems.other}</Alert>}
      <TextField
        label={t`Name of the format`}
        required
        value={name}
        error={problems.name !== undefined}
        hint={problems.name}
        onChange={(event) => setName(event.target.value)}
        className={styles.field}
        maxLength={100}
      />
      {!wide && (
        <Button icon={<AddIcon />} onClick={() => setOpen('fields')} className={styles.button}>
          <Trans>Fields</Trans>
        </Button>
      )}
      <div className={styles.grid}>
        <Stack gap={4}>
          <MissingParts
            missing={missing}
            labelOf={labelOf}
            refusals={refusals}
            onInsert={(name) => insertInLine(editor, { type: 'field', attrs: { name } })}
          />
          <FormatEditor editor={editor} addPictures={addPictures} sending={sending} />
        </Stack>
        {wide && <div className={styles.fixed}>{panel}</div>}
      </div>
      {!wide && open === 'fields' && (
        <Dialog title={t`Fields`} hideTitle side="bottom" onClose={() => setOpen(null)}>
          <DialogBody>{panel}</DialogBody>
        </Dialog>
      )}
      {open === 'preview' && (
        <PaperDialog
          title={name.trim() || t`New format`}
          paper={emptyPaper(doc as FormatDoc, (fileId) => urlOf(fileId) ?? undefined)}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  )
}

function serialized(name: string, format: JSONContent, order: readonly string[]): string {
  return JSON.stringify([name.trim(), format, order])
}
