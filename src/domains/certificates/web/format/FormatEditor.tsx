import { t } from '@lingui/core/macro'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import type { Editor, JSONContent } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { uploads } from '#shared/uploads.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { showError } from '#ui/snackbars.ts'
import { uploadFile } from '#ui/upload.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { certificateCss } from '../../certificateSheet.ts'
import { paperFonts } from '../SheetView.tsx'
import { editorCss } from './editorCss.ts'
import { FormatToolbar } from './FormatToolbar.tsx'
import { insertInLine } from './insertInLine.ts'
import { formatExtensions } from './nodes.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { classes } from '#ui/kit/classes.ts'
import styles from './FormatEditor.module.css'
import { Progress } from '#ui/kit/Progress.tsx'

const paperStyles = <GlobalStyle css={`${certificateCss}${editorCss}.certificate { font-family: ${paperFonts}; }`} />
const pictureTypes: readonly string[] = uploads['certificate-picture'].types

export interface FormatEditorOptions {
  /** The initial content; later changes are ignored. */
  first: JSONContent
  labelOf: (name: string) => string
  /** The addresses of the layout's pictures. */
  pictures: readonly { fileId: string; url: string }[]
  onChange: (editor: Editor) => void
}

/** Creates the editor of a layout, with the uploads of its pictures. */
export function useFormatEditor({ first, labelOf, pictures, onChange }: FormatEditorOptions) {
  const sendCommand = useSendCommand()
  const { schoolId } = useActiveSchool()
  const [sending, setSending] = useState<number | null>(null)
  const urls = useRef(new Map<string, string>())
  for (const { fileId, url } of pictures) if (!urls.current.has(fileId)) urls.current.set(fileId, url)
  const urlOf = useCallback((fileId: string) => urls.current.get(fileId) ?? null, [])
  // The editor is created once, so it calls the latest callbacks through refs.
  const putPictures = useRef<(files: readonly File[]) => void>(() => {})
  const changed = useRef(onChange)

  const editor = useEditor({
    extensions: formatExtensions({ labelOf, urlOf }),
    content: first,
    // The content security policy forbids its style element; see editorCss.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { class: 'certificate', role: 'textbox', 'aria-multiline': 'true', 'aria-label': t`The paper` },
      handlePaste: (_, event) => uploadPictures(event.clipboardData, putPictures.current),
      handleDrop: (_, event, __, moved) => !moved && uploadPictures(event.dataTransfer, putPictures.current),
    },
    onUpdate: (update) => changed.current(update.editor),
  })

  const addPictures = useCallback(
    async (files: readonly File[]) => {
      for (const file of files) {
        setSending(0)
        try {
          const { fileId, url } = await uploadFile(file, 'certificate-picture', { sendCommand, schoolId }, setSending)
          urls.current.set(fileId, url)
          if (!editor.isDestroyed) insertInLine(editor, { type: 'image', attrs: { fileId, width: 25 } })
        } catch (error) {
          showError(error instanceof Error ? error.message : t`Invalid file object`)
        } finally {
          setSending(null)
        }
      }
    },
    [sendCommand, schoolId, editor],
  )
  useEffect(() => {
    changed.current = onChange
    putPictures.current = (files) => void addPictures(files)
  }, [onChange, addPictures])

  return { editor, addPictures, sending, urlOf }
}

/** Uploads pasted or dropped pictures. Returns false for anything else, which the editor handles itself. */
function uploadPictures(data: DataTransfer | null, put: (files: readonly File[]) => void): boolean {
  const files = [...(data?.files ?? [])].filter(({ type }) => pictureTypes.includes(type))
  if (files.length === 0) return false
  put(files)
  return true
}

type FormatEditorProps = Pick<ReturnType<typeof useFormatEditor>, 'editor' | 'addPictures' | 'sending'>

/** The toolbar with the editable paper below. */
export function FormatEditor({ editor, addPictures, sending }: FormatEditorProps) {
  return (
    <Stack gap={2}>
      {paperStyles}
      <FormatToolbar editor={editor} onPicture={(files) => void addPictures(files)} />
      {sending !== null && <Progress value={sending * 100} aria-label={t`Sending the picture`} />}
      <div className={classes('lc-editor', styles.scroll)}>
        <EditorContent editor={editor} />
      </div>
    </Stack>
  )
}
