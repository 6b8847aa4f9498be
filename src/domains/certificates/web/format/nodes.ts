import { t } from '@lingui/core/macro'
import { type Extensions, InputRule, type JSONContent, mergeAttributes, Node, nodePasteRule } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { type Builtin, builtins } from '../../format.schema.ts'

/** The labels of the parts that the server fills in. */
const builtinLabels: Readonly<Record<Builtin, string>> = {
  logo: t`School logo`,
  photo: t`Photo`,
  qr: t`QR code`,
  signature: t`Signature of the head`,
  duplicate: t`DUPLICATE, on a duplicate`,
}

export const builtinChoices = builtins.map((name) => ({ name, label: builtinLabels[name] }))

const isBuiltin = (name: string): name is Builtin => Object.hasOwn(builtinLabels, name)

/** Lookups for the labels of fields and the addresses of pictures. They are called whenever a node is rendered. */
export interface NodeLookups {
  labelOf: (name: string) => string
  urlOf: (fileId: string) => string | null
}

/** Matches a typed field: `{{name}}`. */
const typedFieldPattern = /\{\{([^{}<>]{1,60})\}\}$/
const fieldPattern = /\{\{([^{}<>]{1,60})\}\}/g
const nameIn = (match: readonly string[]) => (match[1] ?? '').replace(/\s+/g, ' ').trim()

/** Reads a whole number from an attribute, limited to 1 and `most`; null if it has none. */
function wholeNumber(element: HTMLElement, attribute: string, most: number): number | null {
  const number = Number.parseInt(element.getAttribute(attribute) ?? '', 10)
  return Number.isInteger(number) ? Math.min(most, Math.max(1, number)) : null
}

/** The width attribute, in per cent of the line; null for the default size. */
const width = {
  default: null,
  parseHTML: (element: HTMLElement) => wholeNumber(element, 'data-width', 100),
  renderHTML: (attrs: Record<string, unknown>) =>
    typeof attrs.width === 'number' ? { 'data-width': String(attrs.width), style: `width: ${attrs.width}%` } : {},
}

const inlineAtom = { group: 'inline', inline: true, atom: true, draggable: true } as const

const Field = Node.create<Pick<NodeLookups, 'labelOf'>>({
  ...inlineAtom,
  name: 'field',
  addAttributes: () => ({
    name: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-field'),
      renderHTML: ({ name }) => ({ 'data-field': String(name) }),
    },
    // Minimum number of boxes, one per character.
    boxes: {
      default: null,
      parseHTML: (element) => wholeNumber(element, 'data-boxes', 30),
      renderHTML: ({ boxes }) => (typeof boxes === 'number' ? { 'data-boxes': String(boxes) } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-field]' }],
  renderHTML({ node, HTMLAttributes }) {
    return ['span', mergeAttributes({ class: 'lc-field' }, HTMLAttributes), this.options.labelOf(String(node.attrs.name))]
  },
  renderText: ({ node }) => `{{${String(node.attrs.name)}}}`,
  addInputRules() {
    // TipTap's own rule for nodes would leave the braces.
    return [
      new InputRule({
        find: typedFieldPattern,
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ name: nameIn(match) }))
        },
      }),
    ]
  },
  addPasteRules() {
    return [nodePasteRule({ find: fieldPattern, type: this.type, getAttributes: (match) => ({ name: nameIn(match) }) })]
  },
})

const BuiltinNode = Node.create({
  ...inlineAtom,
  name: 'builtin',
  addAttributes: () => ({
    name: {
      default: 'logo',
      parseHTML: (element) => element.getAttribute('data-builtin'),
      renderHTML: ({ name }) => ({ 'data-builtin': String(name) }),
    },
    width,
  }),
  parseHTML: () => [
    { tag: 'span[data-builtin]', getAttrs: (element) => isBuiltin(element.getAttribute('data-builtin') ?? '') && null },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const name = String(node.attrs.name)
    return ['span', mergeAttributes({ class: 'lc-builtin' }, HTMLAttributes), isBuiltin(name) ? builtinLabels[name] : name]
  },
})

/**
 * A picture from the school's uploads, never an address. Pictures of other pages are dropped when content is pasted.
 */
const Picture = Node.create<Pick<NodeLookups, 'urlOf'>>({
  ...inlineAtom,
  name: 'image',
  addAttributes: () => ({
    fileId: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-file'),
      renderHTML: ({ fileId }) => ({ 'data-file': String(fileId) }),
    },
    width,
  }),
  parseHTML: () => [{ tag: 'img[data-file]' }],
  renderHTML({ node, HTMLAttributes }) {
    const url = this.options.urlOf(String(node.attrs.fileId))
    return ['img', mergeAttributes({ class: 'lc-picture', alt: t`Picture` }, HTMLAttributes, url === null ? {} : { src: url })]
  },
})

/** The element of a table while it is edited. As on paper, its column widths are percentages. */
class TableElement extends TableView {
  constructor(...args: ConstructorParameters<typeof TableView>) {
    super(...args)
    this.applyPaperLayout()
  }

  override update(node: ProseMirrorNode): boolean {
    const updated = super.update(node)
    if (updated) this.applyPaperLayout()
    return updated
  }

  private applyPaperLayout(): void {
    this.table.classList.toggle('certificate-plain', this.node.attrs.plain === true)
    const columns = [...this.colgroup.children].filter((child) => child instanceof HTMLElement)
    const widths = columns.map((column) => Number.parseFloat(column.style.width))
    const total = widths.reduce((sum, width) => sum + width, 0)
    // NaN if a column has no width of its own; then the browser distributes the columns.
    if (total > 0)
      for (const [index, column] of columns.entries()) column.style.width = `${((widths[index] ?? 0) / total) * 100}%`
  }
}

/** A table that can be without lines, to put columns beside each other. */
const OwnTable = Table.extend({
  addAttributes: () => ({
    plain: {
      default: null,
      parseHTML: (element: HTMLElement) => (element.hasAttribute('data-plain') ? true : null),
      renderHTML: ({ plain }: Record<string, unknown>) => (plain === true ? { 'data-plain': '' } : {}),
    },
  }),
})

/**
 * Returns the editor's extensions for the nodes and marks of a format. The server refuses all others
 * (format.schema.ts).
 */
export function formatExtensions({ labelOf, urlOf }: NodeLookups): Extensions {
  return [
    StarterKit.configure({
      blockquote: false,
      code: false,
      codeBlock: false,
      link: false,
      strike: false,
      trailingNode: false,
      heading: { levels: [1, 2, 3] },
    }),
    TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right', 'justify'] }),
    OwnTable.configure({ resizable: true, View: TableElement, cellMinWidth: 24, lastColumnResizable: false }),
    TableRow,
    TableHeader,
    TableCell,
    Field.configure({ labelOf }),
    BuiltinNode,
    Picture.configure({ urlOf }),
  ]
}

const defaults: Readonly<Record<string, unknown>> = { colspan: 1, rowspan: 1, start: 1 }

/**
 * Returns the editor's content as it is stored. Attributes with default values are left out, so that formats compare as
 * texts.
 */
export function storedFormat(node: JSONContent): JSONContent {
  const { type, attrs = {}, marks, content, text } = node
  const storedAttrs = Object.entries(attrs).filter(([name, value]) => value !== null && value !== defaults[name])
  return {
    ...(type === undefined ? {} : { type }),
    ...(storedAttrs.length > 0 ? { attrs: Object.fromEntries(storedAttrs) } : {}),
    ...(marks && marks.length > 0 ? { marks: marks.map((mark) => ({ type: mark.type })) } : {}),
    ...(text === undefined ? {} : { text }),
    ...(content ? { content: content.map(storedFormat) } : {}),
  }
}

/** Returns the names of the fields on a paper in their order, without repetitions. */
export function fieldsOf(node: JSONContent): string[] {
  const names = new Set<string>()
  const visit = ({ type, attrs, text, content }: JSONContent) => {
    if (type === 'field' && typeof attrs?.name === 'string') names.add(attrs.name)
    for (const match of (text ?? '').matchAll(fieldPattern)) names.add(nameIn(match))
    content?.forEach(visit)
  }
  visit(node)
  return [...names]
}

/** Sorts the used fields by the stored order. New fields come last. */
export function inOrder(used: readonly string[], order: readonly string[]): string[] {
  return [...order.filter((name) => used.includes(name)), ...used.filter((name) => !order.includes(name))]
}
