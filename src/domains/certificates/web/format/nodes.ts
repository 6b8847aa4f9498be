import { type Extensions, InputRule, type JSONContent, mergeAttributes, Node, nodePasteRule } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { type Builtin, builtins } from '../../format.schema.ts'

/** What the server puts on the paper. */
const builtinLabels: Readonly<Record<Builtin, string>> = {
  logo: 'School logo',
  photo: 'Photo',
  qr: 'QR code',
  signature: 'Signature of the head',
  duplicate: 'DUPLICATE, on a duplicate',
}

export const builtinChoices = builtins.map((name) => ({ name, label: builtinLabels[name] }))

const isBuiltin = (name: string): name is Builtin => Object.hasOwn(builtinLabels, name)

/** How the editor calls a field, and where a picture can be looked at; both are asked for whenever a node is drawn. */
export interface Naming {
  labelOf: (name: string) => string
  urlOf: (fileId: string) => string | null
}

/** A field that is typed: `{{name}}`. */
const typedField = /\{\{([^{}<>]{1,60})\}\}$/
const pastedField = /\{\{([^{}<>]{1,60})\}\}/g
const nameIn = (match: readonly string[]) => (match[1] ?? '').replace(/\s+/g, ' ').trim()

/** A number that stands in an attribute of an element, within its bounds. */
function wholeNumber(element: HTMLElement, attribute: string, most: number): number | null {
  const number = Number.parseInt(element.getAttribute(attribute) ?? '', 10)
  return Number.isInteger(number) ? Math.min(most, Math.max(1, number)) : null
}

/** In per cent of the line; null for the size the paper gives it. */
const width = {
  default: null,
  parseHTML: (element: HTMLElement) => wholeNumber(element, 'data-width', 100),
  renderHTML: (attrs: Record<string, unknown>) =>
    typeof attrs.width === 'number' ? { 'data-width': String(attrs.width), style: `width: ${attrs.width}%` } : {},
}

const inlineAtom = { group: 'inline', inline: true, atom: true, draggable: true } as const

const Field = Node.create<Pick<Naming, 'labelOf'>>({
  ...inlineAtom,
  name: 'field',
  addAttributes: () => ({
    name: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-field'),
      renderHTML: ({ name }) => ({ 'data-field': String(name) }),
    },
    // Each character in a box of its own, that many at least.
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
    // Not TipTap's own rule for nodes, which would leave the braces.
    return [
      new InputRule({
        find: typedField,
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ name: nameIn(match) }))
        },
      }),
    ]
  },
  addPasteRules() {
    return [nodePasteRule({ find: pastedField, type: this.type, getAttributes: (match) => ({ name: nameIn(match) }) })]
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

/** A picture is one of the school's uploads, never an address: pictures of other pages are left out when something is pasted. */
const Picture = Node.create<Pick<Naming, 'urlOf'>>({
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
    return ['img', mergeAttributes({ class: 'lc-picture', alt: 'Picture' }, HTMLAttributes, url === null ? {} : { src: url })]
  },
})

/** The element of a table while it is edited: as on paper, the widths of its columns are parts of the whole. */
class TableElement extends TableView {
  constructor(...given: ConstructorParameters<typeof TableView>) {
    super(...given)
    this.asOnPaper()
  }

  override update(node: ProseMirrorNode): boolean {
    const taken = super.update(node)
    if (taken) this.asOnPaper()
    return taken
  }

  private asOnPaper(): void {
    this.table.classList.toggle('certificate-plain', this.node.attrs.plain === true)
    const columns = [...this.colgroup.children].filter((one) => one instanceof HTMLElement)
    const widths = columns.map((column) => Number.parseFloat(column.style.width))
    const all = widths.reduce((sum, width) => sum + width, 0)
    // Not a number where a column has no width of its own: then the browser shares the line out.
    if (all > 0) for (const [place, column] of columns.entries()) column.style.width = `${((widths[place] ?? 0) / all) * 100}%`
  }
}

/** A table without lines puts columns beside each other. */
const OwnTable = Table.extend({
  addAttributes: () => ({
    plain: {
      default: null,
      parseHTML: (element: HTMLElement) => (element.hasAttribute('data-plain') ? true : null),
      renderHTML: ({ plain }: Record<string, unknown>) => (plain === true ? { 'data-plain': '' } : {}),
    },
  }),
})

/** The nodes and marks a format is made of; the server refuses all others (format.schema.ts). */
export function formatExtensions({ labelOf, urlOf }: Naming): Extensions {
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

/** What is stored of what the editor holds: attributes that say nothing are left out, so that two formats compare as texts. */
export function storedFormat(node: JSONContent): JSONContent {
  const { type, attrs = {}, marks, content, text } = node
  const kept = Object.entries(attrs).filter(([name, value]) => value !== null && value !== defaults[name])
  return {
    ...(type === undefined ? {} : { type }),
    ...(kept.length > 0 ? { attrs: Object.fromEntries(kept) } : {}),
    ...(marks && marks.length > 0 ? { marks: marks.map((mark) => ({ type: mark.type })) } : {}),
    ...(text === undefined ? {} : { text }),
    ...(content ? { content: content.map(storedFormat) } : {}),
  }
}

/** The names of the fields on a paper, each once, as they come. */
export function fieldsOf(node: JSONContent): string[] {
  const names = new Set<string>()
  const visit = ({ type, attrs, text, content }: JSONContent) => {
    if (type === 'field' && typeof attrs?.name === 'string') names.add(attrs.name)
    for (const match of (text ?? '').matchAll(pastedField)) names.add(nameIn(match))
    content?.forEach(visit)
  }
  visit(node)
  return [...names]
}

/** The order in which fields are asked for: those that had a place keep it, new ones come last. */
export function inOrder(used: readonly string[], order: readonly string[]): string[] {
  return [...order.filter((name) => used.includes(name)), ...used.filter((name) => !order.includes(name))]
}
