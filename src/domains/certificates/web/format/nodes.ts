import { type Extensions, InputRule, type JSONContent, mergeAttributes, Node, nodePasteRule } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { StarterKit } from '@tiptap/starter-kit'

/** What stands on every certificate without being asked for. */
export const builtins = {
  logo: 'School logo',
  photo: 'Photo',
  qr: 'QR code',
  signature: 'Signature of the head',
  duplicate: 'DUPLICATE, on a duplicate',
} as const
export type Builtin = keyof typeof builtins

export const isBuiltin = (name: string): name is Builtin => Object.hasOwn(builtins, name)

/** How the editor calls a field, and where a picture can be looked at; both are asked for whenever a node is drawn. */
export interface Naming {
  labelOf: (name: string) => string
  urlOf: (fileId: string) => string | null
}

/** A field that is typed: `{{name}}`. The server reads the same in a text (certificateSheet). */
const typedField = /\{\{\s*([a-zA-Z]\w*)\s*\}\}$/
const pastedField = /\{\{\s*([a-zA-Z]\w*)\s*\}\}/g

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
          state.tr.replaceWith(range.from, range.to, this.type.create({ name: match[1] }))
        },
      }),
    ]
  },
  addPasteRules() {
    return [nodePasteRule({ find: pastedField, type: this.type, getAttributes: ([, name]) => ({ name }) })]
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
  }),
  parseHTML: () => [
    { tag: 'span[data-builtin]', getAttrs: (element) => isBuiltin(element.getAttribute('data-builtin') ?? '') && null },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const name = String(node.attrs.name)
    return ['span', mergeAttributes({ class: 'lc-builtin' }, HTMLAttributes), isBuiltin(name) ? builtins[name] : name]
  },
})

/** How wide a picture is where it was just put, in per cent of the line. */
const firstWidth = 25

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
    width: {
      default: firstWidth,
      parseHTML: (element) =>
        Math.min(100, Math.max(1, Number.parseInt(element.getAttribute('data-width') ?? '', 10) || firstWidth)),
      renderHTML: ({ width }) => ({ 'data-width': String(width), style: `width: ${Number(width)}%` }),
    },
  }),
  parseHTML: () => [{ tag: 'img[data-file]' }],
  renderHTML({ node, HTMLAttributes }) {
    const url = this.options.urlOf(String(node.attrs.fileId))
    return ['img', mergeAttributes({ class: 'lc-picture', alt: 'Picture' }, HTMLAttributes, url === null ? {} : { src: url })]
  },
})

/** Cells are told apart by what stands in them: an alignment belongs to the paragraph. */
const ownCell = {
  addAttributes: () => ({
    colspan: { default: 1 },
    rowspan: { default: 1 },
    colwidth: {
      default: null,
      parseHTML: (element: HTMLElement) => {
        const widths = (element.getAttribute('data-colwidth') ?? '').split(',').map(Number)
        return widths.every((width) => Number.isInteger(width) && width > 0) ? widths : null
      },
      renderHTML: ({ colwidth }: Record<string, unknown>) =>
        Array.isArray(colwidth) ? { 'data-colwidth': colwidth.join(',') } : {},
    },
  }),
}

/** The nodes and marks a format is made of; the server refuses all others (certificates.schema.ts). */
export function formatExtensions({ labelOf, urlOf }: Naming): Extensions {
  return [
    StarterKit.configure({
      ...{ blockquote: false, code: false, codeBlock: false, link: false, strike: false, trailingNode: false },
      heading: { levels: [1, 2, 3] },
    }),
    TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right', 'justify'] }),
    Table.configure({ resizable: true, cellMinWidth: 24, lastColumnResizable: false }),
    TableRow,
    TableHeader.extend(ownCell),
    TableCell.extend(ownCell),
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
    for (const [, name] of (text ?? '').matchAll(pastedField)) if (name) names.add(name)
    content?.forEach(visit)
  }
  visit(node)
  return [...names]
}

/** The order in which fields are asked for: those that had a place keep it, new ones come last. */
export function inOrder(used: readonly string[], order: readonly string[]): string[] {
  return [...order.filter((name) => used.includes(name)), ...used.filter((name) => !order.includes(name))]
}
