/** What the rule needs of a node of the syntax tree. */
export interface ClockNode {
  type: string
  name?: string
  operator?: string
  object?: ClockNode
  property?: ClockNode
  callee?: ClockNode
  argument?: ClockNode
  imported?: ClockNode
  arguments?: readonly ClockNode[]
}

/** Properties that tell the time, by their object. */
const clocks: Readonly<Record<string, RegExp>> = {
  Date: /^now$/,
  performance: /^(now|mark|measure|timeOrigin|timerify)$/,
  process: /^(hrtime|uptime)$/,
}

/** Returns the last word of `name`, `window.name` and `globalThis.name`. */
function lastName(node: ClockNode | undefined): string {
  return node?.property?.name ?? node?.name ?? ''
}

/** Returns whether an expression is `new Date()`, the present moment. */
function isPresent(node: ClockNode | undefined): boolean {
  return node?.type === 'NewExpression' && node.callee?.name === 'Date' && node.arguments?.length === 0
}

/**
 * Returns whether a node reads a clock as a number, from which a duration is a subtraction away: `Date.now`,
 * `performance.now`, `process.hrtime`, `process.uptime`, an import of the last two, `new Date().getTime()` and
 * `+new Date()`. A date that is passed on is a value.
 */
export function readsClock(node: ClockNode): boolean {
  if (node.type === 'ImportSpecifier') return /^(hrtime|uptime)$/.test(lastName(node.imported))
  if (node.type === 'UnaryExpression') return node.operator === '+' && isPresent(node.argument)
  const property = node.property?.name ?? ''
  return (
    clocks[lastName(node.object)]?.test(property) === true || (isPresent(node.object) && /^(getTime|valueOf)$/.test(property))
  )
}
