import { plainTable, type SheetTable } from '#shared/sheet.ts'
import { byName, bySr, sectionTitle, timetableText } from '../classes.rules.ts'
import type {
  BookDetailsFragment,
  ClassDetailsFragment,
  CurriculumQuery,
  SectionDetailsFragment,
  SubjectDetailsFragment,
} from './classes.graphql.ts'
import { counted } from './lists.ts'

/** What a node of the tree stands for. */
export type NodeRow =
  | { kind: 'class'; row: ClassDetailsFragment }
  | { kind: 'section'; row: SectionDetailsFragment }
  | { kind: 'subject'; row: SubjectDetailsFragment; place: string }
  | { kind: 'book'; row: BookDetailsFragment; place: string }

export type CurriculumNode = NodeRow & {
  /** Its name in the tree, such as `section-12`. */
  id: string
  title: string
  /** What stands beside the title: teachers, times, counts. */
  detail: string
  teachers: string
  children: CurriculumNode[]
}

type Names = readonly { name: string }[]

const names = (teachers: Names) => teachers.map((teacher) => teacher.name).join(', ')
const detail = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

/** The classes of a term with everything inside them, each level in its order. */
export function curriculumTree(curriculum: CurriculumQuery['curriculum']): CurriculumNode[] {
  return [...curriculum]
    .sort((one, other) => byName(one.class, other.class))
    .map(({ class: row, sections }) => ({
      kind: 'class',
      row,
      id: `class-${row.id}`,
      title: row.name,
      detail: detail(
        counted(sections.length, 'section') || 'No sections yet',
        counted(
          sections.reduce((sum, { section }) => sum + section.studentCount, 0),
          'student',
        ),
      ),
      teachers: '',
      children: [...sections].sort((one, other) => bySr(one.section, other.section)).map(sectionNode),
    }))
}

function sectionNode({ section: row, subjects }: CurriculumQuery['curriculum'][number]['sections'][number]): CurriculumNode {
  const title = sectionTitle(row)
  const teachers = names(row.teachers)
  return {
    kind: 'section',
    row,
    id: `section-${row.id}`,
    title,
    teachers,
    detail: detail(teachers, counted(row.studentCount, 'student'), counted(subjects.length, 'subject') || 'No subjects yet'),
    children: [...subjects].sort((one, other) => one.sr - other.sr).map((subject) => subjectNode(subject, title)),
  }
}

function subjectNode(row: SubjectDetailsFragment, place: string): CurriculumNode {
  const teachers = names(row.teachers)
  return {
    kind: 'subject',
    row,
    place,
    id: `subject-${row.id}`,
    title: row.name,
    teachers,
    detail: detail(teachers, timetableText(row.timetable)),
    children: [...row.books].sort(byName).map((book) => bookNode(book, `${row.name}, ${place}`)),
  }
}

function bookNode(row: BookDetailsFragment, place: string): CurriculumNode {
  const teachers = names(row.teachers)
  return {
    kind: 'book',
    row,
    place,
    id: `book-${row.id}`,
    title: row.name,
    teachers,
    detail: detail(teachers, counted(row.pages, 'page')),
    children: [],
  }
}

const kinds = ['class', 'section', 'subject', 'book'] as const

/** The tree as it leaves the product: a row for every node, its place in the columns before it. */
export function curriculumTable(nodes: readonly CurriculumNode[]): SheetTable {
  const rows = (some: readonly CurriculumNode[], above: readonly string[]): (string | null)[][] =>
    some.flatMap((node) => {
      const place = [...above, node.kind === 'section' ? node.row.name : node.title]
      return [[...kinds.map((_, level) => place[level] ?? null), node.detail], ...rows(node.children, place)]
    })
  return plainTable('Curriculum', [['Class', 'Section', 'Subject', 'Book', 'Details'], ...rows(nodes, [])])
}

/** What is open when the tree is first seen: the classes, as long as their sections fit on a page or two. */
export function openAtFirst(classes: readonly CurriculumNode[]): string[] {
  const sections = classes.reduce((sum, node) => sum + node.children.length, 0)
  return sections <= 40 ? classes.filter((node) => node.children.length > 0).map((node) => node.id) : []
}

/** How many nodes there are on all levels. */
export function countNodes(nodes: readonly CurriculumNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + countNodes(node.children), 0)
}

/** The ids of all nodes that have something inside. */
export function parentsOf(nodes: readonly CurriculumNode[]): string[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? [node.id, ...parentsOf(node.children)] : []))
}

/**
 * What is left of the tree when something is looked for: nodes whose title or teachers, together with the titles above them,
 * have every word, whatever is above those, and all that is inside them. `open` are the nodes to open for them to be seen.
 */
export function searchTree(
  nodes: readonly CurriculumNode[],
  search: string,
  above = '',
): { nodes: CurriculumNode[]; open: string[] } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found: CurriculumNode[] = []
  const open: string[] = []
  for (const node of nodes) {
    const titles = `${above} ${node.title.toLowerCase()}`
    const text = `${titles} ${node.teachers.toLowerCase()}`
    if (words.every((word) => text.includes(word))) {
      found.push(node)
      continue
    }
    const inside = searchTree(node.children, search, titles)
    if (inside.nodes.length === 0) continue
    found.push({ ...node, children: inside.nodes })
    open.push(node.id, ...inside.open)
  }
  return { nodes: found, open }
}
