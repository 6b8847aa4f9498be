import { parseSync } from '@babel/core'
import { expect, test } from 'vitest'
import { isBareText, type TreeNode } from './bareText.ts'

/** Returns the texts of code that the rule finds. */
function found(code: string): string[] {
  const tree = parseSync(code, {
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['jsx', 'typescript', 'estree'] },
  })
  const bare: string[] = []
  const visit = (node: TreeNode, parent: TreeNode | null) => {
    node.parent = parent
    if (/^(JSXText|Literal|TemplateLiteral)$/.test(node.type) && isBareText(node)) {
      const { start, end } = node as TreeNode & { start: number; end: number }
      bare.push(code.slice(start, end).trim())
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'parent') continue
      for (const child of [value].flat())
        if (child !== null && typeof child === 'object' && typeof child.type === 'string') visit(child as TreeNode, node)
    }
  }
  visit(tree?.program as unknown as TreeNode, null)
  return bare
}

test.each([
  ['<p>Take payment</p>', ['Take payment']],
  ['<p>{name} of {school}</p>', ['of']],
  ['<Field label="Note" />', ['"Note"']],
  ["<Field label={full ? 'full name' : short} />", ["'full name'"]],
  ["<b>{taken ? 'taken' : ''}</b>", ["'taken'"]],
  ["const column = { key: 'roll', header: 'Roll' }", ["'Roll'"]],
  ["const chip = { label: 'waiting', tone: 'info' }", ["'waiting'"]],
  ["showSuccess('Fee Deleted Successfully!')", ["'Fee Deleted Successfully!'"]],
  ['showSuccess(`${name} was deleted.`)', ['`${name} was deleted.`']],
  ["const text = t`${open ? 'and more' : ''} fees`", ["'and more'"]],
  ['<Trans>Total <Field title="The whole total" /></Trans>', ['"The whole total"']],
])('%s has a text that is not in the catalogue', (code, texts) => {
  expect(found(code)).toEqual(texts)
})

test.each([
  '<p>{t`Take payment`}</p>',
  '<p><Trans>Take <b>the payment</b> of {name}</Trans></p>',
  '<Plural value={count} one="# fee" other="# fees" />',
  "const text = plural(count, { one: '# fee', other: '# fees' })",
  't`${plural(count, { one: "# fee", other: "# fees" })} selected`',
  '<p className="wide and tall" style={{ display: "inline block" }} id="Main part">{amount}</p>',
  "import { t } from '@lingui/core/macro'",
  "throw new Error('The form has no school.')",
  "if (state === 'Waiting for it') go('/students', `?tab=${tab}`)",
  "type Mode = 'By section' | 'By month'",
  "const element = document.querySelector('main button')",
  "const key = event.key === 'Escape' ? 'Enter' : 'A'",
  "const zone = 'Asia/Kolkata'",
  'const styles = `.a { color: red; } .b { margin: 0; }`',
  "const storageKey = 'shala family'",
  '<b>{roll} · {amount}</b>',
])('%s has none', (code) => {
  expect(found(code)).toEqual([])
})
