import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useId, useState } from 'react'
import styles from './TableMenu.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { TableIcon } from '#ui/kit/icons.ts'

interface Step {
  label: string
  run: (chain: ChainedCommands) => ChainedCommands
}

const groups: readonly (readonly Step[])[] = [
  [
    { label: 'Add row above', run: (chain) => chain.addRowBefore() },
    { label: 'Add row below', run: (chain) => chain.addRowAfter() },
    { label: 'Add column to the left', run: (chain) => chain.addColumnBefore() },
    { label: 'Add column to the right', run: (chain) => chain.addColumnAfter() },
  ],
  [
    { label: 'Merge selected cells', run: (chain) => chain.mergeCells() },
    { label: 'Split cell', run: (chain) => chain.splitCell() },
    { label: 'Toggle heading row', run: (chain) => chain.toggleHeaderRow() },
    {
      label: 'Toggle table lines',
      run: (chain) =>
        chain.command(({ editor, commands }) =>
          commands.updateAttributes('table', { plain: editor.getAttributes('table').plain === true ? null : true }),
        ),
    },
  ],
  [
    { label: 'Delete row', run: (chain) => chain.deleteRow() },
    { label: 'Delete column', run: (chain) => chain.deleteColumn() },
    { label: 'Delete table', run: (chain) => chain.deleteTable() },
  ],
]
const insert: Step = {
  label: 'Insert table of 3 rows and 3 columns',
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: false }),
}

/** The menu for inserting a table, and for changing the table at the cursor. */
export function TableMenu({ editor }: { editor: Editor }) {
  const menuId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<TableIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={menuId}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => setAnchor(event.currentTarget)}
        className={styles.button}
      >
        Table
      </Button>
      <Menu
        id={menuId}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        // The focus returns to the table, not to the button.
        disableRestoreFocus
        slotProps={{ transition: { onExited: () => editor.commands.focus() } }}
      >
        {anchor !== null && <Steps editor={editor} onDone={() => setAnchor(null)} />}
      </Menu>
    </>
  )
}

function Steps({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const possible = useEditorState({
    editor,
    selector: (snapshot) =>
      groups.map((steps) =>
        steps.map((step) => step.run(snapshot.editor.can().chain()).run() && snapshot.editor.isActive('table')),
      ),
  })
  const act = (step: Step) => () => {
    step.run(editor.chain()).run()
    onDone()
  }
  return (
    <>
      <MenuItem onClick={act(insert)} disabled={!insert.run(editor.can().chain()).run()}>
        {insert.label}
      </MenuItem>
      {groups.map((steps, group) => [
        <Divider key={`before ${steps[0]?.label}`} />,
        ...steps.map((step, index) => (
          <MenuItem key={step.label} onClick={act(step)} disabled={!possible[group]?.[index]}>
            {step.label}
          </MenuItem>
        )),
      ])}
    </>
  )
}
