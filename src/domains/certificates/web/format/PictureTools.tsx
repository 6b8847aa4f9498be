import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useId, useRef } from 'react'
import { uploads } from '#shared/uploads.ts'
import styles from './PictureTools.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { PictureIcon } from '#ui/kit/icons.ts'

/** The slider's position for a picture without a width of its own. */
const defaultWidth = 20

/** Returns the selected picture or built-in part with its width in per cent of the line; null for its default size. */
function selectedPicture({ state: { selection } }: Editor): { type: string; width: number | null } | null {
  if (!(selection instanceof NodeSelection)) return null
  const { type, attrs } = selection.node
  if (type.name !== 'image' && (type.name !== 'builtin' || attrs.name === 'duplicate')) return null
  return { type: type.name, width: typeof attrs.width === 'number' ? attrs.width : null }
}

/** Inserts a picture, and resizes the selected one. */
export function PictureTools({ editor, onPicture }: { editor: Editor; onPicture: (files: File[]) => void }) {
  const labelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const chosen = useEditorState({ editor, selector: (snapshot) => selectedPicture(snapshot.editor) })
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<PictureIcon />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => input.current?.click()}
        className={styles.button}
      >
        <Trans>Picture</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Picture`}
        accept={uploads['certificate-picture'].types.join(',')}
        onChange={({ target }) => {
          onPicture([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {chosen && (
        <div className={styles.row}>
          <span id={labelId}>{chosen.width === null ? t`Default size` : t`Width ${chosen.width} %`}</span>
          <input
            type="range"
            min={5}
            max={100}
            step={5}
            value={chosen.width ?? defaultWidth}
            aria-labelledby={labelId}
            className={styles.box}
            onChange={({ target }) => editor.commands.updateAttributes(chosen.type, { width: Number(target.value) })}
          />
        </div>
      )}
    </>
  )
}
