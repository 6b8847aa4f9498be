import { relative, sep } from 'node:path'
import { isBareText, type TreeNode } from './bareText.ts'
import { boundary, target } from './boundaries.ts'
import { type ClockNode, readsClock } from './clock.ts'

interface Node {
  source?: { value?: unknown } | null
}

interface Operation extends Node {
  operator: string
  left: unknown
  right: unknown
}

/** What holds money, by the last word of its name. */
const money = /(amount|pending|collected|clearing|discount|paise|payable)$/i

function holdsMoney(operand: unknown): boolean {
  const { name, property } = operand as { name?: string; property?: { name?: string } }
  return money.test(property?.name ?? name ?? '')
}

interface Expression extends Node {
  type: string
  expression?: Expression
}

interface Spread extends Node {
  argument: Expression
}

/** Returns the expression inside parentheses, `as` and `satisfies`. */
function withoutType(node: Expression): Expression {
  return node.expression && /^(Parenthesized|TSAs|TSSatisfies)Expression$/.test(node.type) ? withoutType(node.expression) : node
}

interface Call extends Node {
  callee: { object?: { name?: string }; property?: { name?: string } }
}

/** Where a comment begins, and its text without the marks. */
interface Comment extends Node {
  value: string
  loc: { start: { line: number; column: number } }
}

/** The width to which prose is wrapped. The formatter wraps code, and leaves comments as they are. */
const commentWidth = 120

interface Context {
  filename: string
  cwd: string
  sourceCode: { lines: string[]; getAllComments(): Comment[] }
  report(problem: { node: Node; message: string }): void
}

function isInFunction(node: TreeNode): boolean {
  for (let at = node.parent; at; at = at.parent) if (/Function/.test(at.type)) return true
  return false
}

/**
 * oxlint's plugin `shala`: allowed imports, money arithmetic in one place, no literals that are spread only to save
 * lines, commands sent in one way, no text that is not in the catalogue, no test that looks at a clock, and comments
 * that fit on a screen.
 */
export default {
  meta: { name: 'shala' },
  rules: {
    'money-arithmetic': {
      create(context: Context) {
        const check = (node: Operation) => {
          if (/^[-+*/%]=?$/.test(node.operator) && (holdsMoney(node.left) || holdsMoney(node.right)))
            context.report({ node, message: 'Arithmetic on money belongs to shared/money.ts' })
        }
        return { BinaryExpression: check, AssignmentExpression: check }
      },
    },
    'literal-spread': {
      create(context: Context) {
        return {
          SpreadElement: (node: Spread) => {
            if (/^(Object|Array)Expression$/.test(withoutType(node.argument).type))
              context.report({ node, message: 'Write the properties or elements themselves, without a spread' })
          },
        }
      },
    },
    'send-command': {
      create(context: Context) {
        return {
          CallExpression: (node: Call) => {
            const { object, property } = node.callee
            if (object?.name === 'client' && property?.name === 'mutate')
              context.report({ node, message: 'Send commands with useCommand, useCommandForm or useSendCommand' })
          },
        }
      },
    },
    'bare-text': {
      create(context: Context) {
        const check = (node: Node) => {
          if (isBareText(node as TreeNode))
            context.report({ node, message: 'Put texts into the catalogue, with t`…`, <Trans> or <Plural> (src/ui/texts)' })
        }
        return { JSXText: check, Literal: check, TemplateLiteral: check }
      },
    },
    'text-at-top': {
      create(context: Context) {
        // At the top of a module a text of both sides would be said once, in English, when the server starts.
        let isShared = false
        return {
          ImportDeclaration: (node: Node) => {
            isShared ||= node.source?.value === '#shared/texts.ts'
          },
          TaggedTemplateExpression: (node: Node) => {
            const { tag } = node as TreeNode
            if (isShared && tag?.name === 't' && !isInFunction(node as TreeNode))
              context.report({
                node,
                message: 'Say a text when it is needed: in a function, a getter or `{ error: () => t`…` }`',
              })
          },
        }
      },
    },
    'no-clock': {
      create(context: Context) {
        const check = (node: Node) => {
          if (readsClock(node as ClockNode))
            context.report({
              node,
              message:
                'A test looks at no clock: assert what the time stands for (calls, bytes, the order of events), measure in bench/, wait with eventually(), and take a moment as a value from tests/moments.ts (decisions/0119)',
            })
        }
        return { MemberExpression: check, UnaryExpression: check, ImportSpecifier: check }
      },
    },
    'comment-width': {
      create(context: Context) {
        const check = () => {
          for (const comment of context.sourceCode.getAllComments()) {
            const first = comment.loc.start.line - 1
            const own = context.sourceCode.lines[first]?.slice(0, comment.loc.start.column).trim() === ''
            const lines = context.sourceCode.lines.slice(first, first + comment.value.split('\n').length)
            // A comment behind code is as wide as the code lets it be.
            if (own && lines.some((line) => line.length > commentWidth))
              context.report({ node: comment, message: `Wrap comments at ${commentWidth} characters` })
          }
        }
        return { Program: check }
      },
    },
    boundaries: {
      create(context: Context) {
        const from = relative(context.cwd, context.filename).split(sep).join('/')
        const check = (node: Node) => {
          const specifier = node.source?.value
          const to = typeof specifier === 'string' ? target(from, specifier) : undefined
          const message = to === undefined ? undefined : boundary(from, to)
          if (message !== undefined) context.report({ node, message })
        }
        return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
      },
    },
  },
}
