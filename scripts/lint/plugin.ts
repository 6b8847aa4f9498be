import { relative, sep } from 'node:path'
import { boundary, target } from './boundaries.ts'

interface Node {
  source?: { value?: unknown } | null
}

interface Context {
  filename: string
  cwd: string
  report(problem: { node: Node; message: string }): void
}

/** oxlint's plugin `shala`: who may import whom. */
export default {
  meta: { name: 'shala' },
  rules: {
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
