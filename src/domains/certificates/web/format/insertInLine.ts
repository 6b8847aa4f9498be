import type { Editor, JSONContent } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'

/**
 * Inserts an inline node. It replaces selected text, but goes after a selected picture or after the content of a
 * selected cell.
 */
export function insertInLine(editor: Editor, node: JSONContent): void {
  const { selection, doc } = editor.state
  const chain = editor.chain().focus()
  if (selection instanceof CellSelection) {
    const end = selection.$headCell.pos + (selection.$headCell.nodeAfter?.nodeSize ?? 1) - 1
    chain.insertContentAt(TextSelection.near(doc.resolve(end), -1).to, node).run()
  } else if (selection instanceof NodeSelection && selection.node.isInline) chain.insertContentAt(selection.to, node).run()
  else chain.insertContent(node).run()
}
