/** What the rule needs of a node of the syntax tree. */
export interface TreeNode {
  type: string
  parent?: TreeNode | null
  value?: unknown
  name?: { name?: string } | string
  key?: TreeNode
  callee?: TreeNode
  property?: TreeNode
  object?: TreeNode
  tag?: TreeNode
  openingElement?: { name: { name?: string } }
  expression?: TreeNode
  quasis?: readonly { value: { cooked?: string | null } }[]
}

/** Functions and elements of Lingui whose texts are in the catalogue. */
const macros = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'Trans', 'Plural', 'Select', 'SelectOrdinal'])

/** Properties and attributes that hold a text, also one word in small letters. */
const ofTexts =
  /^(label|title|hint|placeholder|alt|caption|heading|message|text|detail|facts|success|failure|question|description|keywords|aria-label|ariaLabel|aria-description|aria-roledescription|\w+(Label|Title|Hint|Text|Message))$/

/** Properties and attributes that never hold a text. */
const ofCode =
  /^(\w*(Key|Styles?|Css|Fonts?)|authorization|display|className|class|style|id|key|ref|to|href|src|srcSet|type|role|name|path|at|kind|variant|look|tone|as|htmlFor|form|method|rel|target|autoComplete|autoCapitalize|inputMode|enterKeyHint|pattern|accept|d|viewBox|fill|stroke|transform|lang|media|sizes|slot|align|justify|color|styles?|css|query|sql|fontFamily|font|gridTemplateColumns|gridArea|timeZone|locale|aria-(controls|labelledby|describedby|owns|activedescendant|current|keyshortcuts)|data-[\w-]+)$/

/** Functions whose arguments are for programs or for people who read the console. */
const forPrograms =
  /^(error|warn|log|info|debug|querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|matchMedia|getItem|setItem|removeItem|get|set|has|Set|append|delete|includes|startsWith|endsWith|indexOf|split|join|replace|replaceAll|test|RegExp|fetch|supports|createElement|setAttribute|getAttribute|removeAttribute|setProperty|request|open|transaction|objectStore|DateTimeFormat|NumberFormat|ListFormat|Error|TypeError|RangeError|DOMException|BroadcastChannel|Event|CustomEvent|import|contains|match|write|postMessage|classes|require|lazy|getEntriesByType|dispatchEvent)$/

const nameOf = (node: TreeNode | undefined): string =>
  typeof node?.name === 'string' ? node.name : (node?.name?.name ?? (node?.property ? nameOf(node.property) : ''))

/** Returns whether a string reads like words for people: it begins like a sentence, or has several words. */
export function readsAsText(text: string): boolean {
  if (!/\p{L}{2}/u.test(text)) return false
  if (/^([/?#.@(<[{&]|https?:|[a-z]+:[a-z]|[\w-]+=|--)/.test(text.trim())) return false
  // A name of code, a style sheet, a list of selectors, a time zone, a key of the keyboard.
  if (/^([A-Z][a-z]+){2,}$|\{[^}]*:[^}]*;|\[role=|^[A-Z][a-z]+\/[A-Z][a-z_]+$|^(Escape|Enter|Tab|Backspace|Home|End)$/.test(text))
    return false
  return /^\p{Lu}\p{Ll}/u.test(text.trim()) || /\p{L}\S*\s+\S*\p{L}/u.test(text)
}

/** Returns whether a string, template or text of an element stands on the screen without being in the catalogue. */
export function isBareText(node: TreeNode): boolean {
  if (node.type === 'JSXText') return /\p{L}{2}/u.test(String(node.value)) && !isInMacro(node)
  const text =
    node.type === 'TemplateLiteral' ? (node.quasis ?? []).map(({ value }) => value.cooked ?? '').join('\0') : node.value
  if (typeof text !== 'string' || !/\p{L}/u.test(text)) return false
  const place = placeOf(node)
  if (place === 'code') return false
  // A template's parts: ` of ` is a text, although no part has two words.
  const reads =
    node.type === 'TemplateLiteral'
      ? readsAsText(text.replaceAll('\0', '')) || / \p{Ll}{2,} |\p{Ll}{3,} \0|\0 \p{Ll}{3,}/u.test(text) === true
      : readsAsText(text)
  return (reads || (place === 'text' && /^[\p{L}]{2}/u.test(text))) && !isInMacro(node)
}

/** Returns whether a place holds texts, holds what programs read, or can hold both. */
function placeOf(node: TreeNode): 'text' | 'code' | 'either' {
  let inner = node
  for (let outer = node.parent; outer; inner = outer, outer = outer.parent) {
    switch (outer.type) {
      case 'ConditionalExpression':
        if ((outer as { test?: TreeNode }).test === inner) return 'code'
        continue
      case 'LogicalExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
      case 'ArrayExpression':
      case 'TemplateLiteral':
      case 'TaggedTemplateExpression':
        continue
      case 'BinaryExpression':
        if ((outer as { operator?: string }).operator !== '+') return 'code'
        continue
      case 'JSXExpressionContainer':
        if (outer.parent && /^JSX(Element|Fragment)$/.test(outer.parent.type)) return 'text'
        continue
      case 'JSXAttribute':
      case 'Property':
      case 'PropertyDefinition':
      case 'VariableDeclarator':
      case 'AssignmentPattern': {
        const isDeclaration = outer.type === 'VariableDeclarator' || outer.type === 'AssignmentPattern'
        const declared = isDeclaration
          ? ((outer as { id?: TreeNode; left?: TreeNode }).id ?? (outer as { left?: TreeNode }).left)
          : undefined
        const holder = outer.type === 'JSXAttribute' ? (outer.name as TreeNode) : (declared ?? outer.key)
        if (outer.type !== 'VariableDeclarator' && outer.key === inner) return 'code'
        const name = nameOf(holder) || String(holder?.value ?? '')
        if (ofTexts.test(name)) return 'text'
        return ofCode.test(name) ? 'code' : 'either'
      }
      case 'AssignmentExpression':
        return ofTexts.test(nameOf((outer as { left?: TreeNode }).left)) ? 'text' : 'code'
      case 'CallExpression':
      case 'NewExpression':
        return forPrograms.test(nameOf(outer.callee)) ? 'code' : 'either'
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TSLiteralType':
      case 'TSEnumMember':
      case 'TSExternalModuleReference':
      case 'SwitchCase':
      case 'MemberExpression':
      case 'ExpressionStatement':
        return 'code'
      default:
        return 'either'
    }
  }
  return 'either'
}

function isInMacro(node: TreeNode): boolean {
  let inner = node
  for (let outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (outer.type === 'TaggedTemplateExpression') return macros.has(nameOf(outer.tag))
    // An expression inside a message is a value, and its texts are messages of their own.
    if (outer.type === 'TemplateLiteral') return false
    if (outer.type === 'CallExpression' && macros.has(nameOf(outer.callee))) return true
    if (outer.type === 'JSXExpressionContainer' && inner.type !== 'Literal' && inner.type !== 'TemplateLiteral') return false
    if (outer.type === 'JSXAttribute') {
      const element = (outer.parent as unknown as { name?: { name?: string } } | undefined)?.name?.name ?? ''
      return macros.has(element)
    }
    if (outer.type === 'JSXElement' && macros.has(outer.openingElement?.name.name ?? '')) return true
  }
  return false
}
