import { t } from '@lingui/core/macro'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import type { ReactNode } from 'react'
import { PictureTools } from './PictureTools.tsx'
import { TableMenu } from './TableMenu.tsx'
import styles from './FormatToolbar.module.css'
import {
  AlignCenterIcon,
  AlignJustifyIcon,
  AlignLeftIcon,
  AlignRightIcon,
  BoldIcon,
  BulletListIcon,
  ItalicIcon,
  LineIcon,
  OrderedListIcon,
  RedoIcon,
  UnderlineIcon,
  UndoIcon,
} from '#ui/kit/icons.ts'
import { Divider } from '#ui/kit/Divider.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Select } from '#ui/kit/Select.tsx'

const blockStyles = { 0: t`Text`, 1: t`Heading 1`, 2: t`Heading 2`, 3: t`Heading 3` } as const
const levels = [1, 2, 3] as const

const alignments = [
  { value: 'left', label: t`Align left`, shortcutKey: 'Ctrl+Shift+L', icon: <AlignLeftIcon /> },
  { value: 'center', label: t`Align centre`, shortcutKey: 'Ctrl+Shift+E', icon: <AlignCenterIcon /> },
  { value: 'right', label: t`Align right`, shortcutKey: 'Ctrl+Shift+R', icon: <AlignRightIcon /> },
  { value: 'justify', label: t`Justify`, shortcutKey: 'Ctrl+Shift+J', icon: <AlignJustifyIcon /> },
] as const

/** Returns the state of the toolbar at the cursor. */
function stateOf(editor: Editor) {
  return {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    heading: levels.find((level) => editor.isActive('heading', { level })) ?? (0 as const),
    align: alignments.find(({ value }) => editor.isActive({ textAlign: value }))?.value ?? 'left',
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

/** The toolbar above the paper. */
export function FormatToolbar({ editor, onPicture }: { editor: Editor; onPicture: (files: File[]) => void }) {
  const state = useEditorState({ editor, selector: (snapshot) => stateOf(snapshot.editor) })
  const chain = () => editor.chain().focus()
  return (
    <div role="toolbar" aria-label={t`Text`} className={styles.row}>
      <Tool
        label={t`Undo`}
        shortcutKey="Ctrl+Z"
        disabled={!state.canUndo}
        onClick={() => chain().undo().run()}
        icon={<UndoIcon />}
      />
      <Tool
        label={t`Redo`}
        shortcutKey="Ctrl+Shift+Z"
        disabled={!state.canRedo}
        onClick={() => chain().redo().run()}
        icon={<RedoIcon />}
      />
      <Break />
      <Select
        label={t`Style of the paragraph`}
        hideLabel
        value={state.heading}
        onChange={({ target }) => {
          const level = levels.find((known) => String(known) === target.value)
          if (level === undefined) chain().setParagraph().run()
          else chain().setHeading({ level }).run()
        }}
        className={styles.box}
      >
        {Object.entries(blockStyles).map(([level, label]) => (
          <option key={level} value={level}>
            {label}
          </option>
        ))}
      </Select>
      <Break />
      <Tool
        label={t`Bold`}
        shortcutKey="Ctrl+B"
        active={state.bold}
        onClick={() => chain().toggleBold().run()}
        icon={<BoldIcon />}
      />
      <Tool
        label={t`Italic`}
        shortcutKey="Ctrl+I"
        active={state.italic}
        onClick={() => chain().toggleItalic().run()}
        icon={<ItalicIcon />}
      />
      <Tool
        label={t`Underline`}
        shortcutKey="Ctrl+U"
        active={state.underline}
        onClick={() => chain().toggleUnderline().run()}
        icon={<UnderlineIcon />}
      />
      <Break />
      {alignments.map(({ value, label, shortcutKey, icon }) => (
        <Tool
          key={value}
          label={label}
          shortcutKey={shortcutKey}
          active={state.align === value}
          onClick={() => chain().setTextAlign(value).run()}
          icon={icon}
        />
      ))}
      <Break />
      <Tool
        label={t`Bullet list`}
        active={state.bulletList}
        onClick={() => chain().toggleBulletList().run()}
        icon={<BulletListIcon />}
      />
      <Tool
        label={t`Numbered list`}
        active={state.orderedList}
        onClick={() => chain().toggleOrderedList().run()}
        icon={<OrderedListIcon />}
      />
      <Tool label={t`Line`} onClick={() => chain().setHorizontalRule().run()} icon={<LineIcon />} />
      <Break />
      <TableMenu editor={editor} />
      <PictureTools editor={editor} onPicture={onPicture} />
    </div>
  )
}

function Break() {
  return <Divider vertical />
}

interface ToolProps {
  label: string
  shortcutKey?: string
  active?: boolean
  disabled?: boolean
  onClick: () => void
  icon: ReactNode
}

/** A toolbar button. Pressing it keeps the text selection. */
export function Tool({ label, shortcutKey, active, disabled = false, onClick, icon }: ToolProps) {
  return (
    <Tooltip text={shortcutKey === undefined ? label : `${label} (${shortcutKey})`}>
      <IconButton
        aria-label={label}
        {...(active === undefined ? {} : { 'aria-pressed': active })}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
        className={active ? styles.active : undefined}
      >
        {icon}
      </IconButton>
    </Tooltip>
  )
}
